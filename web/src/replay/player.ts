// The player: sheet, source, buttons, scrubber, and the turtle's state in words. One component for
// the page that `papert render` writes and for the application.

import { el } from "../dom";
import { count } from "../format";
import type { ReplayData, ReplayStep } from "./data";
import { Source } from "./source";
import { Stage } from "./stage";

const SPEEDS = [1, 2, 5, 10, 30, 100, 500];

function rounded(x: number): string {
  return String(Math.round(x * 100) / 100 + 0);
}

export class Player {
  readonly element: HTMLElement;
  private readonly stage: Stage;
  private readonly source: Source;
  private readonly last: number;
  private readonly scrubber: HTMLInputElement;
  private readonly position = el("output", { class: "replay-position", testid: "replay-position" });
  private readonly state = el("dl", { class: "replay-state", testid: "replay-state" });
  private readonly playButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private timer = 0;
  private step = 0;

  constructor(private readonly data: ReplayData) {
    this.last = data.steps.length;
    this.stage = new Stage(data);
    this.source = new Source(data.source);
    this.scrubber = el("input", {
      type: "range",
      min: 0,
      max: this.last,
      step: 1,
      value: 0,
      "aria-label": "Step",
      testid: "replay-scrubber",
    });
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value), true));
    this.playButton = this.button("Play", "replay-play", () => this.toggle());
    this.playButton.classList.add("primary");
    this.speed = el(
      "select",
      { testid: "replay-speed" },
      ...SPEEDS.map((each) => el("option", { value: each }, `${each} a second`)),
    );
    this.speed.value = String(this.last > 400 ? 100 : this.last > 60 ? 10 : 2);
    this.speed.addEventListener("change", () => this.timer !== 0 && this.play());
    this.element = this.build();
    this.element.addEventListener("keydown", (event) => {
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.go(0);
  }

  /** Shows the sheet after so many steps. */
  go(step: number, stop = false): void {
    if (stop) this.pause();
    this.step = Math.max(0, Math.min(this.last, Math.round(step)));
    const at = this.data.steps[this.step - 1];
    this.stage.show(this.step);
    this.source.show(at);
    this.scrubber.value = String(this.step);
    const line = at && at[0] > 0 ? `, line ${at[0]}` : "";
    this.position.textContent = `Step ${count(this.step)} of ${count(this.last)}${line}`;
    this.scrubber.setAttribute("aria-valuetext", this.position.textContent);
    this.describe(at);
    this.element.dataset["step"] = String(this.step);
  }

  leave(): void {
    this.pause();
  }

  /** Whether the key was meant for the player. */
  key(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const at = event.target;
    if (at instanceof HTMLSelectElement) return false;
    const inControl = at instanceof HTMLButtonElement || at instanceof HTMLInputElement;
    switch (event.key) {
      case " ":
        if (inControl) return false;
        this.toggle();
        return true;
      case "ArrowLeft":
        this.go(this.step - 1, true);
        return true;
      case "ArrowRight":
        this.go(this.step + 1, true);
        return true;
      case "Home":
        this.go(0, true);
        return true;
      case "End":
        this.go(this.last, true);
        return true;
      default:
        return false;
    }
  }

  private build(): HTMLElement {
    const turtle = el("input", { type: "checkbox", testid: "replay-turtle" });
    turtle.checked = true;
    turtle.addEventListener("change", () => this.stage.mark(turtle.checked));
    const hasTurtle = this.data.pens.length > 0 && this.data.language === "turtle";
    const controls = el(
      "div",
      { class: "replay-controls", role: "group", "aria-label": "Replay" },
      this.button("Start", "replay-first", () => this.go(0, true)),
      this.button("Back", "replay-back", () => this.go(this.step - 1, true)),
      this.playButton,
      this.button("Step", "replay-step", () => this.go(this.step + 1, true)),
      this.button("End", "replay-last", () => this.go(this.last, true)),
      el("label", { class: "field" }, el("span", {}, "Steps"), this.speed),
      hasTurtle && el("label", { class: "replay-check" }, turtle, "Turtle"),
    );
    const cut = "There were too many steps to keep them all: some are shown together as one.";
    return el(
      "section",
      { class: "replay", "aria-label": "Replay", testid: "replay" },
      el("div", { class: "replay-parts" }, this.stage.element, this.source.element),
      el("div", { class: "replay-line" }, this.scrubber, this.position),
      controls,
      this.state,
      this.data.problem !== "" &&
        el("p", { class: "problem", testid: "replay-problem" }, `It ended: ${this.data.problem}`),
      this.data.cut && el("p", { class: "note", testid: "replay-cut" }, cut),
    );
  }

  private button(text: string, testid: string, act: () => void): HTMLButtonElement {
    const made = el("button", { type: "button", testid }, text);
    made.addEventListener("click", act);
    return made;
  }

  private toggle(): void {
    if (this.timer !== 0) return this.pause();
    if (this.step === this.last) this.go(0);
    this.play();
  }

  private play(): void {
    window.clearInterval(this.timer);
    const aSecond = Number(this.speed.value);
    // No more often than a screen can show: several steps at once instead.
    const pause = Math.max(1000 / aSecond, 33);
    const jump = Math.max(1, Math.round((aSecond * pause) / 1000));
    this.timer = window.setInterval(() => {
      this.go(this.step + jump);
      if (this.step === this.last) this.pause();
    }, pause);
    this.playButton.textContent = "Pause";
  }

  private pause(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
  }

  private describe(at: ReplayStep | undefined): void {
    const pen = at && this.data.pens[at[5]];
    this.state.replaceChildren();
    this.state.hidden = !pen;
    if (!at || !pen) return;
    const fact = (name: string, ...value: (string | Node)[]): void =>
      this.state.append(el("div", {}, el("dt", {}, name), el("dd", {}, ...value)));
    const swatch = (colour: string | null): HTMLElement => {
      const mark = el("span", { class: "replay-swatch", "aria-hidden": "true" });
      mark.style.background = colour ?? "transparent";
      return mark;
    };
    fact("Position", `${rounded(at[2])}, ${rounded(at[3])}`);
    fact("Heading", `${rounded(at[4])}\u00b0`);
    const colour = pen.color ?? "no colour";
    fact("Pen", swatch(pen.color), `${pen.down ? "down" : "up"}, ${colour}`);
    if (this.data.language !== "turtle") return;
    fact("Width", rounded(pen.width));
    fact("Fill", swatch(pen.fill), pen.filling ? "being filled" : (pen.fill ?? "no colour"));
    if (pen.turtle > 0) fact("Turtle", String(pen.turtle + 1));
  }
}
