// What of a run's samples is shown, in the address and in the controls above them.

import { el } from "../dom";
import { count } from "../format";
import type { Query } from "./api";
import type { RunInfo } from "./types";
import { menu, searchField, setOrDelete } from "./ui";

const MAX_MENU_VALUES = 60;

/** The query of the API for the query of a page. */
export function sampleQuery(query: URLSearchParams): Query {
  return {
    verdict: query.get("verdict") ?? "",
    tag: query.getAll("tag"),
    error: query.getAll("error"),
    q: query.get("q") ?? "",
    sort: query.get("sort") ?? "",
    reverse: query.get("reverse") ?? "",
  };
}

function withoutTag(query: URLSearchParams, key: string): string[] {
  return query.getAll("tag").filter((tag) => !tag.startsWith(`${key}:`));
}

export function setTag(query: URLSearchParams, key: string, value: string): void {
  const others = withoutTag(query, key);
  query.delete("tag");
  for (const tag of others) query.append("tag", tag);
  if (value !== "") query.append("tag", `${key}:${value}`);
}

export function tagOf(query: URLSearchParams, key: string): string {
  const found = query.getAll("tag").find((tag) => tag.startsWith(`${key}:`));
  return found?.slice(key.length + 1) ?? "";
}

const all = { value: "", text: "all" };

/** The controls; `changed` is called when the query has changed. */
export function makeRunFilters(
  run: RunInfo,
  query: URLSearchParams,
  status: HTMLElement,
  changed: () => void,
): HTMLElement {
  const update = (change: () => void): void => {
    change();
    query.delete("at");
    changed();
  };
  const menus: HTMLElement[] = [
    searchField("Id", "part of an id", query.get("q") ?? "", (text) =>
      update(() => setOrDelete(query, "q", text)),
    ),
  ];
  const verdicts = Object.entries(run.verdicts).map(([name, n]) => ({
    value: name,
    text: `${name} (${count(n)})`,
  }));
  menus.push(
    menu("Verdict", "filter-verdict", [all, ...verdicts], query.get("verdict") ?? "", (value) =>
      update(() => setOrDelete(query, "verdict", value)),
    ),
  );
  for (const [key, values] of Object.entries(run.tags)) {
    if (values.length < 2 || values.length > MAX_MENU_VALUES) continue;
    const { compare } = new Intl.Collator("en", { numeric: true });
    const choices = [...values].sort(compare).map((value) => ({ value, text: value }));
    menus.push(
      menu(key, `filter-tag-${key}`, [all, ...choices], tagOf(query, key), (value) =>
        update(() => setTag(query, key, value)),
      ),
    );
  }
  if (run.errors.length > 0) {
    const choices = run.errors.map((value) => ({ value, text: value }));
    menus.push(
      menu("Error", "filter-error", [all, ...choices], query.get("error") ?? "", (value) =>
        update(() => setOrDelete(query, "error", value)),
      ),
    );
  }
  const sorts = [
    { value: "", text: "Id" },
    { value: `metric:${run.metric.name}`, text: `${run.metric.title}, worst first` },
    { value: `metric:${run.metric.name}!`, text: `${run.metric.title}, best first` },
    { value: "lot", text: "by lot" },
  ];
  const sorted = (query.get("sort") ?? "") + (query.get("reverse") === "1" ? "!" : "");
  const sort = menu("Sort by", "sort", sorts, sorted, (value) =>
    update(() => {
      setOrDelete(query, "sort", value.replace(/!$/, ""));
      setOrDelete(query, "reverse", value.endsWith("!") ? "1" : "");
    }),
  );
  const form = el(
    "form",
    { class: "toolbar", role: "search", "aria-label": "Filter samples", testid: "filters" },
    el("div", { class: "filters" }, ...menus, sort),
    el("div", { class: "order" }, status),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}
