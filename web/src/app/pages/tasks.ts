// Tasks: of the data folders given at start, or minted from a seed. The right answer stays hidden
// until it is asked for.

import { pane } from "../../dialog";
import { el, nameOf } from "../../dom";
import { count, inline, plural } from "../../format";
import { address, get } from "../api";
import { Asked } from "../asked";
import type { Query } from "../api";
import { languageOfSuite } from "../play/languages";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import { setTag, tagOf } from "../run_filters";
import { setQuery, sources } from "../task_source";
import type { Info, TaskAnswer, TaskPage, TaskRow } from "../types";
import { field, heading, menu, problemBox, searchField, setOrDelete } from "../ui";

const PAGE = 24;
const ALL = { value: "", text: "all" };

class TaskDialog {
  readonly element = el("dialog", { class: "detail task-dialog", testid: "task-dialog" });

  constructor(private readonly set: Query) {
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  async show(row: TaskRow): Promise<void> {
    const close = el("button", { type: "button" }, "Close");
    close.addEventListener("click", () => this.element.close());
    const body = el("div", { class: "detail-body" });
    const title = el("h2", { id: "task-title" }, el("bdi", {}, row.id));
    this.element.setAttribute("aria-labelledby", "task-title");
    this.element.replaceChildren(el("div", { class: "detail-bar" }, title, close), body);
    if (!this.element.open) this.element.showModal();
    try {
      const query = { ...this.set, id: row.id };
      const task = await get<TaskAnswer>(address(["tasks", "one"], query));
      const picture = el("img", {
        src: address(["tasks", "picture"], query),
        alt: "The task's picture",
        class: "task-picture",
      });
      const reference = new Asked("Loading\u2026", async () => {
        const answer = await get<TaskAnswer>(address(["tasks", "one"], { ...query, reference: 1 }));
        return pane("A right answer", "", answer.reference ?? "", "reference");
      });
      const show = el("button", { type: "button", testid: "show-reference" }, "Show a right answer");
      show.addEventListener("click", () => {
        show.replaceWith(reference.element);
        void reference.ask();
      });
      body.append(
        picture,
        pane("Asked", "", task.prompt.text, "task-prompt"),
        this.playLink(row),
        show,
        pane("Reference for programs", "what --reward takes as ref", task.ref, "task-ref"),
      );
    } catch (problem) {
      body.append(problemBox(problem));
    }
  }

  /** Where a program can be tried against the task; nothing where answers are not programs. */
  private playLink(row: TaskRow): HTMLElement | string {
    const suite = String(this.set["suite"]);
    const language = languageOfSuite(suite);
    if (!language) return "";
    const query = new URLSearchParams({ lang: language.name, suite, id: row.id });
    if (this.set["data"]) query.set("data", String(this.set["data"]));
    else {
      // Each seed is minted alone there: its tasks have the same ids.
      const seed = /\d{8}/.exec(row.id)?.[0];
      if (seed === undefined) return "";
      query.set("seed", String(Number(seed)));
      const tier = row.tags["tier"] ?? row.tags["difficulty"];
      if (typeof tier === "string") query.set("tier", tier);
    }
    const href = hrefOf(["play"], query);
    return el("p", { class: "links" }, el("a", { href, testid: "to-play" }, "Open in the playground"));
  }
}

function tagText(row: TaskRow): string {
  const tags = Object.entries(row.tags);
  return tags.map(([key, value]) => `${key} ${[value].flat().join(", ")}`).join(" \u00b7 ");
}

class TasksPage {
  readonly element: HTMLElement;
  private readonly grid = el("ul", { class: "task-grid", testid: "task-grid" });
  private readonly status = el("p", { class: "count", role: "status", testid: "tasks-count" });
  private readonly tags = el("span", { class: "play-tools" });
  private readonly more = el("button", { type: "button" }, "Show more");
  private readonly dialog: TaskDialog;
  private readonly set: Query;
  private readonly tiers: string[];
  private next: string | null = "";
  private shown = 0;

  constructor(
    info: Info,
    private readonly query: URLSearchParams,
  ) {
    const all = sources(info);
    const source = query.get("source") ?? all[0]?.value ?? "";
    this.set = setQuery(query, source);
    this.dialog = new TaskDialog(this.set);
    const go = (key: string, value: string): void => {
      const changed = new URLSearchParams(query);
      setOrDelete(changed, key, value);
      if (key === "source") for (const old of ["tier", "tag"]) changed.delete(old);
      location.hash = hrefOf(["tasks"], changed);
    };
    const tiers = info.suites.find(({ name }) => name === this.set["suite"])?.tiers ?? [];
    this.tiers = tiers;
    const choices = [ALL, ...tiers.map((name) => ({ value: name, text: name }))];
    const tools = el("form", { class: "tools", role: "search" });
    tools.addEventListener("submit", (event) => event.preventDefault());
    tools.append(menu("Tasks", "source", all, source, (value) => go("source", value)));
    if (source.startsWith("mint:")) {
      tools.append(
        this.number("Seed", "seed", "7", 1_000_000_000, go),
        this.number("Per tier", "count", "4", 200, go),
      );
    }
    if (tiers.length > 0) {
      const tier = query.get("tier") ?? "";
      tools.append(menu("Tier", "tier", choices, tier, (value) => go("tier", value)));
    }
    tools.append(this.tags);
    const text = query.get("q") ?? "";
    tools.append(searchField("Id", "part of an id", text, (value) => go("q", value)), this.status);
    this.more.addEventListener("click", () => void this.load());
    this.more.hidden = true;
    this.element = el("div", {}, heading("Tasks"), tools, this.grid, this.more);
    this.element.append(this.dialog.element);
    void this.load();
  }

  private number(
    label: string,
    key: string,
    usual: string,
    most: number,
    go: (key: string, value: string) => void,
  ): HTMLElement {
    const input = el("input", { type: "number", min: key === "count" ? 1 : 0, max: most, testid: key });
    input.value = this.query.get(key) ?? usual;
    input.addEventListener("change", () => {
      if (input.checkValidity()) go(key, input.value);
    });
    return field(label, input);
  }

  private async load(): Promise<void> {
    this.status.textContent = "Loading\u2026";
    try {
      const q = this.query.get("q") ?? "";
      const after = this.next ?? "";
      const tag = this.query.getAll("tag");
      const page = await get<TaskPage>(address(["tasks"], { ...this.set, q, tag, after, limit: PAGE }));
      if (page.tags) this.showTags(page.tags);
      this.next = page.next;
      this.shown += page.rows.length;
      this.grid.append(...page.rows.map((row) => this.makeCard(row)));
      this.more.hidden = page.next === null;
      const of = this.shown === page.size ? "" : `${count(this.shown)} of `;
      this.status.textContent = of + plural(page.size, "task");
    } catch (problem) {
      this.status.textContent = "";
      this.grid.append(el("li", { class: "wide-item" }, problemBox(problem)));
    }
  }

  /** A menu for each tag that tells tasks apart; the tier has its own. */
  private showTags(all: Record<string, string[]>): void {
    const { compare } = new Intl.Collator("en", { numeric: true });
    const menus = Object.entries(all)
      .filter(([, values]) => !values.every((value) => this.tiers.includes(value)))
      .map(([key, values]) => {
        const choices = [...values].sort(compare).map((value) => ({ value, text: value }));
        return menu(key, `tag-${key}`, [ALL, ...choices], tagOf(this.query, key), (value) => {
          const changed = new URLSearchParams(this.query);
          setTag(changed, key, value);
          location.hash = hrefOf(["tasks"], changed);
        });
      });
    this.tags.replaceChildren(...menus);
  }

  private makeCard(row: TaskRow): HTMLElement {
    const open = el("button", { type: "button", class: "open", "aria-label": inline(`Open ${row.id}`) });
    open.append(nameOf(row.id));
    open.addEventListener("click", () => void this.dialog.show(row));
    const image = el("img", {
      src: address(["tasks", "picture"], { ...this.set, id: row.id }),
      alt: "",
      loading: "lazy",
    });
    return el(
      "li",
      { class: "task-card", testid: "task-card" },
      image,
      open,
      el("span", { class: "facts" }, el("bdi", {}, tagText(row))),
    );
  }
}

export async function show(place: Place): Promise<Page> {
  const info = await get<Info>(address(["info"]));
  return { element: new TasksPage(info, place.query).element, title: "Tasks" };
}
