// The controls above the gallery. They show a view and report changes; they decide nothing.

import type { MetricInfo } from "./data";
import { el } from "./dom";
import { count, inline } from "./format";
import type { Facet, Selection } from "./select";
import { sortMetric } from "./select";
import type { View } from "./view";

const ALL = "all";
/** Menu values are prefixed, so that no value of the data can be mistaken for ALL. */
const CHOSEN = "=";
const QUERY_PAUSE_MS = 120;

/** A change of the view; the caller applies it and calls `show` again. */
export type Change = (update: (view: View) => void) => void;

export interface Filters {
  element: HTMLElement;
  show(view: View, selection: Selection): void;
}

/** `status` is placed beside the sort menus. */
export function makeFilters(
  facets: Facet[],
  metrics: MetricInfo[],
  status: HTMLElement,
  change: Change,
): Filters {
  const menus = facets.map((facet) => facetMenu(facet, change));
  const search = searchField(change);
  const sort = sortMenus(metrics, change);
  const reset = el(
    "button",
    { type: "button", class: "reset", testid: "filter-reset" },
    "Clear filters",
  );
  reset.addEventListener("click", () =>
    change((view) => {
      view.filters.clear();
      view.query = "";
    }),
  );
  const element = el(
    "form",
    { class: "toolbar", role: "search", "aria-label": "Filter samples", testid: "filters" },
    el("div", { class: "filters" }, search.element, ...menus.map((menu) => menu.element)),
    el("div", { class: "order" }, status, reset, ...sort.elements),
  );
  element.addEventListener("submit", (event) => event.preventDefault());
  return {
    element,
    show(view, selection) {
      search.show(view);
      for (const menu of menus) menu.show(view, selection);
      sort.show(view);
      reset.disabled = view.filters.size === 0 && view.query === "";
    },
  };
}

function labelled(label: string, control: HTMLElement): HTMLLabelElement {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

function searchField(change: Change) {
  const input = el("input", {
    type: "search",
    placeholder: "part of an id",
    autocomplete: "off",
    spellcheck: "false",
    testid: "filter-search",
  });
  let timer = 0;
  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => change((view) => (view.query = input.value)), QUERY_PAUSE_MS);
  });
  return {
    element: labelled("Id", input),
    show(view: View): void {
      if (document.activeElement !== input || input.value.trim() !== view.query.trim()) {
        input.value = view.query;
      }
    },
  };
}

function facetMenu(facet: Facet, change: Change) {
  const all = el("option", { value: ALL }, "all");
  const options = facet.values.map((value) => ({
    value,
    option: el("option", { value: CHOSEN + value }),
  }));
  const name = facet.key.replace(/^tag\./, "tag-");
  const menu = el(
    "select",
    { testid: `filter-${name}` },
    all,
    ...options.map(({ option }) => option),
  );
  menu.addEventListener("change", () =>
    change((view) => {
      if (menu.value === ALL) view.filters.delete(facet.key);
      else view.filters.set(facet.key, menu.value.slice(CHOSEN.length));
    }),
  );
  return {
    element: labelled(facet.label, menu),
    show(view: View, selection: Selection): void {
      const counts = selection.counts.get(facet.key);
      for (const { value, option } of options) {
        const n = counts?.get(value) ?? 0;
        option.textContent = inline(`${facet.labelOf(value)} (${count(n)})`);
      }
      const chosen = view.filters.get(facet.key);
      menu.value = chosen === undefined ? ALL : CHOSEN + chosen;
      menu.classList.toggle("active", chosen !== undefined);
    },
  };
}

function sortMenus(metrics: MetricInfo[], change: Change) {
  const by = el(
    "select",
    { testid: "sort-by" },
    ...metrics.map(({ name, title }) => el("option", { value: `metric.${name}` }, title)),
    el("option", { value: "id" }, "Id"),
  );
  const forward = el("option", { value: "0" });
  const backward = el("option", { value: "1" });
  const order = el("select", { testid: "sort-order" }, forward, backward);
  by.addEventListener("change", () => change((view) => (view.sort = by.value)));
  order.addEventListener("change", () => change((view) => (view.reverse = order.value === "1")));
  return {
    elements: [
      el("label", { class: "field inline" }, el("span", {}, "Sort by"), by),
      el("label", { class: "field inline" }, el("span", { class: "hidden" }, "Order"), order),
    ],
    show(view: View): void {
      const metric = sortMetric(metrics, view);
      by.value = metric === null ? "id" : view.sort;
      forward.textContent = metric === null ? "ascending" : "worst first";
      backward.textContent = metric === null ? "descending" : "best first";
      order.value = view.reverse ? "1" : "0";
    },
  };
}
