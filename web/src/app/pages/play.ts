// The playground: write a program of any language and see at once what it shows, alone or against a
// task. The address holds all of it.

import { el } from "../../dom";
import { address, ApiError, get, post } from "../api";
import type { Editor } from "../play/editor";
import type { Language } from "../play/languages";
import { languageOf, LANGUAGES } from "../play/languages";
import { ReplayPart } from "../play/replay_part";
import { ResultView } from "../play/result";
import type { PlayState } from "../play/state";
import { isShareable, readState, writeState } from "../play/state";
import type { OpenTask } from "../play/task";
import { TaskChooser } from "../play/task";
import type { Page, Place } from "../routes";
import type { Info, RunAnswer } from "../types";
import { heading, menu, replaceQuery } from "../ui";

const PAUSE_MS = 150;
const ADDRESS_PAUSE_MS = 600;
const AGAIN_MS = 1000;
const MAX_PROGRAM = 1 << 20;
const TOO_LONG_TO_SHARE = "The program is too long for an address: send it as a file.";

/** Of this page, until it is left: the server runs one program of it at a time. */
function makeSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

class PlayPage {
  readonly element = el("div", { class: "play" });
  private readonly result = new ResultView();
  private readonly session = makeSession();
  private readonly drafts = new Map<string, string>();
  private readonly examples = el("span", {});
  private readonly help = el("p", { class: "note play-help" });
  private readonly shared = el("span", { class: "play-shared", role: "status", testid: "play-shared" });
  private readonly replay = new ReplayPart(() => this.trace());
  private readonly hint = el("input", { type: "checkbox", testid: "play-hints" });
  private readonly hintChoice = el("label", { class: "play-hints" }, this.hint, "Hint");
  private readonly tasks: TaskChooser;
  private language: Language;
  private task: OpenTask | null = null;
  private readonly editor: Editor;
  private running: AbortController | null = null;
  private timer = 0;
  private addressTimer = 0;

  constructor(
    private readonly info: Info,
    state: PlayState,
    makeEditor: typeof Editor,
  ) {
    this.language = state.language;
    const code = state.code ?? this.language.examples[0]?.code ?? "";
    this.hint.checked = state.hint;
    this.hint.addEventListener("change", () => this.schedule(0));
    this.editor = new makeEditor({
      language: this.language.name,
      code,
      describedBy: "play-keys",
      testid: "editor",
      changed: () => this.typed(),
    });
    this.tasks = new TaskChooser(info, this.language, state.task, (task) => this.useTask(task));
    const box = el("div", { class: "play-editor" });
    box.append(this.editor.view.dom);
    const keys = el(
      "p",
      { class: "note", id: "play-keys" },
      "Tab indents; Esc and then Tab leaves the editor. The program runs while you type.",
    );
    const left = el("div", { class: "play-left" }, this.tasks.about, box, this.help, keys);
    this.element.append(
      heading("Playground"),
      this.makeTools(),
      el("div", { class: "play-columns" }, left, this.result.element),
      this.replay.element,
    );
    this.showLanguage();
    if (state.damaged) {
      this.shared.textContent = "The address holds no program that can be read.";
    }
    void this.tasks.open();
  }

  leave(): void {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.addressTimer);
    this.running?.abort();
    this.replay.forget();
    this.editor.view.destroy();
  }

  private makeTools(): HTMLElement {
    const names = LANGUAGES.map(({ name, title }) => ({ value: name, text: title }));
    const share = el("button", { type: "button", testid: "play-share" }, "Share");
    share.addEventListener("click", () => void this.share());
    const tools = el("div", { class: "tools" });
    tools.append(
      menu("Language", "play-language", names, this.language.name, (name) => this.switchTo(name)),
      this.examples,
      this.tasks.tools,
      this.hintChoice,
      share,
      this.shared,
    );
    return tools;
  }

  private showLanguage(): void {
    const { examples, help } = this.language;
    // Only programs of the grid have hints.
    this.hintChoice.hidden = !this.language.isWorld;
    const choices = [
      { value: "", text: "choose one" },
      ...examples.map(({ title }, i) => ({ value: String(i), text: title })),
    ];
    this.examples.replaceChildren(
      menu("Example", "play-example", choices, "", (value) => {
        const example = examples[Number(value)];
        if (value !== "" && example) this.editor.replace(example.code);
      }),
    );
    this.help.textContent = help;
  }

  /** Each language keeps what was written in it. */
  private switchTo(name: string): void {
    this.drafts.set(this.language.name, this.editor.code);
    this.language = languageOf(name);
    const code = this.drafts.get(name) ?? this.language.examples[0]?.code ?? "";
    this.editor.use(this.language.name, code);
    this.showLanguage();
    void this.tasks.use(this.language);
  }

  private useTask(task: OpenTask | null): void {
    this.replay.forget();
    this.task = task;
    this.result.clear();
    const suite = this.info.suites.find(({ name }) => name === task?.suite);
    this.result.setTitles(suite?.metrics ?? []);
    if (task?.picture) this.result.showTarget(task.picture);
    this.schedule(0);
  }

  private typed(): void {
    this.shared.textContent = "";
    this.replay.forget();
    this.schedule(PAUSE_MS);
  }

  private schedule(pause: number): void {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.addressTimer);
    this.timer = window.setTimeout(() => void this.run(), pause);
    this.addressTimer = window.setTimeout(() => this.writeAddress(), ADDRESS_PAUSE_MS);
  }

  private ask(more: object, signal: AbortSignal): Promise<RunAnswer> {
    const body = {
      lang: this.language.name,
      code: this.editor.code,
      task: this.task?.request,
      hint: this.hint.checked && !this.hintChoice.hidden,
      ...more,
    };
    const headers = { "X-Papert-Session": this.session };
    return post<RunAnswer>(address(["run"]), JSON.stringify(body), { signal, headers, keepalive: false });
  }

  /** The program once more, with a note of every step. */
  private async trace(): Promise<RunAnswer> {
    window.clearTimeout(this.timer);
    const running = this.begin();
    try {
      const answer = await this.ask({ trace: true }, running.signal);
      if (running === this.running) this.showAnswer(answer);
      return answer;
    } finally {
      if (running === this.running) this.result.element.removeAttribute("aria-busy");
    }
  }

  /** One program at a time: the one before is given up. */
  private begin(): AbortController {
    this.running?.abort();
    this.running = new AbortController();
    this.result.element.setAttribute("aria-busy", "true");
    return this.running;
  }

  private showAnswer(answer: RunAnswer): void {
    this.result.show(answer, !this.language.isWorld);
    this.editor.mark(answer.error);
  }

  private async run(): Promise<void> {
    if (new TextEncoder().encode(this.editor.code).length > MAX_PROGRAM) {
      this.running?.abort();
      this.result.showProblem("The program is longer than a megabyte, which is not run.");
      return;
    }
    const running = this.begin();
    try {
      const answer = await this.ask({}, running.signal);
      if (running !== this.running) return;
      this.showAnswer(answer);
    } catch (problem) {
      if (running !== this.running || !(problem instanceof Error)) return;
      this.result.showProblem(problem.message);
      const busy = problem instanceof ApiError && problem.status === 429;
      if (busy) this.timer = window.setTimeout(() => void this.run(), AGAIN_MS);
    } finally {
      if (running === this.running) this.result.element.removeAttribute("aria-busy");
    }
  }

  private writeAddress(): void {
    window.clearTimeout(this.addressTimer);
    const { language, editor, tasks, hint } = this;
    replaceQuery(writeState(language, editor.code, tasks.task, hint.checked));
  }

  private async share(): Promise<void> {
    this.writeAddress();
    if (!isShareable(this.editor.code)) {
      this.shared.textContent = TOO_LONG_TO_SHARE;
      return;
    }
    try {
      // Only there where the page is trusted: not under a name of the local network.
      await navigator.clipboard.writeText(location.href);
      this.shared.textContent = "The address is copied: whoever opens it sees this.";
    } catch {
      const input = el("input", { readonly: true, "aria-label": "Address to send", testid: "play-address" });
      input.value = location.href;
      this.shared.replaceChildren(input);
      input.select();
    }
  }
}

export async function show(place: Place): Promise<Page> {
  const [info, { Editor: makeEditor }] = await Promise.all([
    get<Info>(address(["info"])),
    import("../play/editor"),
  ]);
  const page = new PlayPage(info, readState(place.query), makeEditor);
  return {
    element: page.element,
    title: "Playground",
    leave: () => page.leave(),
    keys: [
      ["Esc, then Tab", "leave the editor"],
      ["Tab, Shift + Tab", "indent, unindent in the editor"],
      ["Ctrl + Z, Ctrl + Y", "undo, redo in the editor"],
    ],
  };
}
