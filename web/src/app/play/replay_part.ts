// The program step by step, when that is asked for; gone as soon as the program changes.

import { el } from "../../dom";
import type { Player } from "../../replay/player";
import type { RunAnswer } from "../types";

export class ReplayPart {
  readonly element = el("details", { class: "play-replay", testid: "replay-part" });
  private readonly body = el("div", {});
  private player: Player | null = null;
  private ticket = 0;

  constructor(private readonly trace: () => Promise<RunAnswer>) {
    this.element.append(el("summary", {}, "Step by step"), this.body);
    this.element.addEventListener("toggle", () => {
      if (this.element.open) void this.load();
      else this.forget();
    });
  }

  forget(): void {
    this.ticket++;
    this.player?.leave();
    this.player = null;
    this.body.replaceChildren();
    this.element.open = false;
  }

  private async load(): Promise<void> {
    const ticket = ++this.ticket;
    const say = (text: string): void =>
      this.body.replaceChildren(el("p", { class: "note", role: "status" }, text));
    say("Running the program\u2026");
    try {
      const [{ Player: Made }, answer] = await Promise.all([
        import("../../replay/player"),
        this.trace(),
      ]);
      if (ticket !== this.ticket) return;
      if (!answer.replay) return say(`No steps: ${answer.replay_problem ?? ""}`);
      this.player = new Made(answer.replay);
      this.body.replaceChildren(this.player.element);
    } catch (problem) {
      if (ticket === this.ticket) say(problem instanceof Error ? problem.message : String(problem));
    }
  }
}
