// A part that the server is asked for when somebody wants it. What failed can be asked for again: by
// a button beside the reason, or by closing and opening the part.

import { el } from "../dom";
import { problemBox } from "./ui";

export class Asked {
  readonly element = el("div", { class: "asked", tabindex: -1 });
  private state: "open" | "asked" | "there" = "open";

  constructor(
    private readonly waiting: string,
    private readonly load: () => Promise<HTMLElement>,
  ) {}

  /** Does nothing where it is there or on its way. */
  async ask(): Promise<void> {
    if (this.state !== "open") return;
    this.state = "asked";
    this.element.replaceChildren(el("p", { class: "note", role: "status" }, this.waiting));
    try {
      this.element.replaceChildren(await this.load());
      this.state = "there";
    } catch (problem) {
      this.state = "open";
      this.element.replaceChildren(problemBox(problem), this.makeButton());
    }
  }

  private makeButton(): HTMLElement {
    const again = el("button", { type: "button", testid: "try-again" }, "Try again");
    again.addEventListener("click", () => {
      // The button goes away, and what had the focus with it.
      this.element.focus();
      void this.ask();
    });
    return again;
  }
}

/** Asks for its parts when it is opened. `content` is what holds them. */
export function makeAskedDetails(
  title: string,
  testid: string,
  parts: Asked[],
  content: HTMLElement | undefined = parts[0]?.element,
): HTMLDetailsElement {
  const details = el("details", { testid }, el("summary", {}, title), content);
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    for (const part of parts) void part.ask();
  });
  return details;
}
