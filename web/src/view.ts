// What the reader is looking at, and its form in the address.
//
// The part after # is a query string, so that a view can be linked and survives a reload:
//
//   #run=0&tag.tier=hard&verdict=wrong&q=circle&sort=metric.iou&reverse=1&sample=0:2:hard_0012
//
// An absent key means "all" or the default; a filter with an empty value means "those that have
// none". Unknown keys and values are ignored: a link may be older than the page.

export interface View {
  /** Chosen value by facet key ("run", "verdict", "error", "tag.<name>"). */
  filters: Map<string, string>;
  query: string;
  /** "id" or "metric.<name>". */
  sort: string;
  reverse: boolean;
  /** The metric in the charts. */
  metric: string;
  /** The sample open in the dialog, as `sampleKey` writes it. */
  sample: string | null;
}

export interface Defaults {
  sort: string;
  metric: string;
}

const OTHER_KEYS = new Set(["q", "sort", "reverse", "metric", "sample"]);

export function defaultView(defaults: Defaults): View {
  return { filters: new Map(), query: "", reverse: false, sample: null, ...defaults };
}

export function parseView(hash: string, defaults: Defaults): View {
  const view = defaultView(defaults);
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (key === "q") view.query = value;
    else if (key === "sort") view.sort = value;
    else if (key === "reverse") view.reverse = value === "1";
    else if (key === "metric") view.metric = value;
    else if (key === "sample") view.sample = value;
    else if (!OTHER_KEYS.has(key)) view.filters.set(key, value);
  }
  return view;
}

export function formatView(view: View, defaults: Defaults): string {
  const query = new URLSearchParams();
  for (const [key, value] of view.filters) query.set(key, value);
  if (view.query !== "") query.set("q", view.query);
  if (view.sort !== defaults.sort) query.set("sort", view.sort);
  if (view.reverse) query.set("reverse", "1");
  if (view.metric !== defaults.metric) query.set("metric", view.metric);
  if (view.sample !== null) query.set("sample", view.sample);
  return `#${query.toString()}`;
}

export function sampleKey(runIndex: number, epoch: number, id: string): string {
  return `${runIndex}:${epoch}:${id}`;
}
