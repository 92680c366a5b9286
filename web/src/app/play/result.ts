// What a program showed: its pictures, the verdict on it, what is wrong in words.

import { pane } from "../../dialog";
import { add, el } from "../../dom";
import { fraction } from "../../format";
import { makeDifferenceLegend } from "../../pictures";
import type { RunAnswer } from "../types";
import { chip } from "../ui";

type Kind = keyof RunAnswer["pictures"];
const KINDS: Kind[] = ["target", "drawing", "overlay", "difference"];

const OUTCOMES: Record<string, string> = {
  exception: "stopped by an error",
  syntax_error: "not a program yet",
  step_limit: "stopped: it takes too long",
  memory_limit: "stopped: it needs too much memory",
  output_limit: "stopped: it prints or draws too much",
  record_limit: "stopped: it draws too much",
  forbidden: "stopped: that is not allowed here",
  killed: "stopped",
  host_slow: "not run: the machine is too busy",
  internal_error: "not run: our own fault",
};

class Figure {
  readonly element: HTMLElement;
  private readonly image: HTMLImageElement;

  constructor(kind: Kind) {
    this.image = el("img", { alt: kind, testid: `play-${kind}` });
    this.element = el(
      "figure",
      { class: "pane-figure play-figure", data: { kind } },
      el("div", { class: "frame" }, this.image),
      el("figcaption", {}, kind),
    );
    this.element.hidden = true;
  }

  /** The old picture stays until the new one is there. */
  show(src: string | undefined, faded: boolean): void {
    this.element.classList.toggle("faded", faded);
    if (src === undefined) return;
    this.element.hidden = false;
    if (this.image.src !== src) this.image.src = src;
  }

  hide(): void {
    this.element.hidden = true;
    this.image.removeAttribute("src");
  }
}

export class ResultView {
  readonly element: HTMLElement;
  private readonly figures = new Map(KINDS.map((kind) => [kind, new Figure(kind)]));
  private readonly status = el("div", { role: "status" });
  private readonly took = el("span", { class: "soft took" });
  private readonly legend = el("p", { class: "note play-legend" }, makeDifferenceLegend());
  private readonly metrics = el("dl", { class: "metrics", testid: "play-metrics" });
  private readonly printed = el("div", {});
  private titles = new Map<string, string>();

  constructor() {
    this.legend.hidden = true;
    const grid = el("div", { class: "pane-grid play-grid" });
    for (const { element } of this.figures.values()) grid.append(element);
    this.element = el(
      "section",
      { class: "play-result", "aria-label": "What it shows" },
      el("div", { class: "play-status", testid: "play-status" }, this.status, this.took),
      grid,
      this.legend,
      this.metrics,
      this.printed,
    );
  }

  /** The metrics' names to readers, of the suite that is tried. */
  setTitles(titles: { name: string; title: string }[]): void {
    this.titles = new Map(titles.map(({ name, title }) => [name, title]));
  }

  /** Forgets what was shown: another task or language. */
  clear(): void {
    for (const figure of this.figures.values()) figure.hide();
    this.metrics.replaceChildren();
    this.printed.replaceChildren();
    this.status.replaceChildren();
    this.took.textContent = "";
    this.legend.hidden = true;
  }

  /** The target before any program ran. */
  showTarget(src: string): void {
    this.figures.get("target")?.show(src, false);
  }

  /** `compares`: whether target and drawing can be laid over each other. */
  show(answer: RunAnswer, compares: boolean): void {
    const all = { ...answer.pictures };
    if (!compares) {
      delete all.overlay;
      delete all.difference;
    }
    // While somebody types, a program is often broken for a moment: its last drawing stays, pale.
    for (const [kind, figure] of this.figures) {
      figure.show(all[kind], all[kind] === undefined && kind !== "target");
    }
    this.legend.hidden = all.overlay === undefined;
    this.showWords(answer);
    this.showMetrics(answer.metrics ?? {});
    this.printed.replaceChildren();
    if (answer.printed) this.printed.append(pane("Printed", "", answer.printed, "play-printed"));
  }

  showProblem(text: string): void {
    this.status.replaceChildren(el("p", { class: "message", testid: "play-problem" }, text));
    this.took.textContent = "";
  }

  private showWords(answer: RunAnswer): void {
    const { error, outcome, verdict, explanation, hint, notes } = answer;
    const line = el("p", { class: "verdict-line" });
    if (verdict !== undefined) line.append(chip(verdict));
    else if (outcome !== "ok") line.append(el("span", { class: "chip bad" }, outcome));
    const words = OUTCOMES[outcome];
    if (words !== undefined && verdict === undefined) add(line, el("span", {}, words));
    if (error?.line) add(line, el("span", { class: "soft" }, `line ${error.line}`));
    const said = el("div", {}, line);
    const tell = (text: string, name: string, testid?: string): void => {
      said.append(el("p", testid ? { class: name, testid } : { class: name }, el("bdi", {}, text)));
    };
    if (error) tell(error.message, "message", "play-error");
    else if (explanation) tell(explanation, "words");
    if (error?.hint) tell(error.hint, "hint");
    if (hint) tell(`Hint: ${hint.text}.`, "words", "play-hint");
    for (const note of notes ?? []) tell(note, "hint");
    // What is read aloud is not repeated with every key.
    if (said.textContent !== this.status.textContent || this.status.childElementCount === 0) {
      this.status.replaceChildren(said);
    }
    const ms = answer.ms < 10 ? answer.ms.toFixed(1) : answer.ms.toFixed(0);
    this.took.textContent = `ran in ${ms} ms`;
  }

  private showMetrics(metrics: Record<string, number | null>): void {
    const known = Object.entries(metrics).filter(([, value]) => value !== null);
    this.metrics.replaceChildren(
      ...known.map(([name, value]) =>
        el(
          "div",
          {},
          el("dt", {}, this.titles.get(name) ?? name),
          el("dd", { data: { value } }, fraction(value)),
        ),
      ),
    );
  }
}
