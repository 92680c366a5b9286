// What the page shows: the shape of the JSON that the program puts into the template.
//
// Nothing here, or anywhere in the page, knows a suite: tags, metrics, verdicts, error names and
// pictures are whatever the data names. Every string may have been written by a language model and
// is never markup.

/** The whole report. */
export interface ReportData {
  /** Tables below the results: groups of runs. */
  tables?: Sheet[];
  /** The program and version that made the page. */
  generator: string;
  /** In the order given on the command line; a run is referred to by its index everywhere. */
  runs: RunData[];
  /** PNG files by their SHA-256, base64 without a prefix. */
  images: Record<string, string>;
  /** Where a picture is that is not among them: on a server's pages. */
  imageAddress?: (hash: string) => string;
  /** What the program drew for this report. */
  charts?: MadeChart[];
  /** The lines of all prompts, each once; a prompt is the places of its lines. */
  lines?: string[];
  prompts?: number[][];
}

/** A picture and its values. */
export interface MadeChart {
  kind: string;
  suite: string;
  title: string;
  /** What it shows, in sentences. */
  text: string;
  /** An SVG document, base64. */
  svg: string;
  columns: string[];
  rows: string[][];
  notes: string[];
}

export interface RunData {
  name: string;
  suite: string;
  model: string;
  /** The model and what else tells this run from the others; see runLabels. */
  label?: string;
  /** What differs between the runs of this suite, and its value here. */
  settings?: Record<string, string>;
  /** What a reader must know before the figures, a sentence each. */
  warnings?: string[];
  /** Samples that are there, and how many were planned; absent in runs that do not say. */
  progress?: { done: number; planned: number };
  /** The resolved configuration, shown as it is. */
  config: Record<string, unknown>;
  summary: Summary;
  /** In what way answers miss their tasks, where it was asked for: metrics of its own. */
  losses?: Summary;
  /** How many samples the run has; `samples` may hold fewer. */
  total_samples: number;
  samples: Sample[];
}

export interface Summary {
  suite: string;
  model: string;
  tasks: number;
  samples: number;
  /** Tasks without an answer; never counted as wrong. */
  missing: number;
  /** Samples from which nothing was learnt about the model; never counted as wrong. */
  not_scored: number;
  /** The name of the metric that ranks runs. */
  primary: string;
  metrics: MetricInfo[];
  /** The overall group has by = "" and value = "". */
  groups: Group[];
  verdicts: Record<string, number>;
  errors: Record<string, number>;
  bootstrap: { resamples: number; seed: number; level: number };
  /** How shares of right answers got their interval. */
  interval?: "wilson" | "bootstrap";
  /** Replies that came from the cache. */
  cached?: number;
  /** Only in runs of tasks that were changed in ways that must not matter. */
  invariance?: Invariance[];
  /** Verdicts by people, which the figures count; `rule`: the primary metric without them. */
  people?: { verdicts: number; differ: number; rule: (Estimate & { by: string; value: string })[] };
}

/** A table that the program made; a row is an object by the keys of the columns. */
export interface Sheet {
  name: string;
  title: string;
  columns: { key: string; title: string }[];
  rows: Record<string, SheetCell>[];
  notes: string[];
}
export type SheetCell = string | number | Estimate | null;

/** How far answers stayed the same; by = "" and value = "" for all changed tasks. */
export interface Invariance {
  by: string;
  value: string;
  groups: number;
  accuracy: Mean;
  consistency: Mean;
  consistency_with_original: Mean;
}

export interface Mean {
  mean: number | null;
  stderr: number | null;
  n: number;
}

export interface MetricInfo {
  name: string;
  title: string;
  /** Which end is good; "higher" when absent. Decides only what "worst first" means. */
  better?: "higher" | "lower";
}

export interface Group {
  by: string;
  value: string;
  n: number;
  metrics: Record<string, Estimate>;
  /** Only in runs that asked a task more than once; n counts tasks. */
  passk?: { k: number; "pass@k": Estimate; "pass^k": Estimate }[];
}

/** A mean over `n` samples with its standard error and interval. */
export interface Estimate {
  mean: number | null;
  stderr: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export interface Sample {
  id: string;
  epoch: number;
  /** A tag may have several values. */
  tags: Record<string, string | string[]>;
  verdict: string;
  /** null: not scored. */
  success: boolean | null;
  error?: string;
  message?: string;
  /** How people voted, and what the rule alone said. */
  people?: { right: number; wrong: number; rule: string };
  metrics: Record<string, number | null>;
  /** The raw reply, possibly cut; `reply_bytes` is its full length in UTF-8. */
  reply: string;
  reply_bytes: number;
  /** The program or value found in the reply, and the name of the rule that found it. */
  answer: string;
  rule: string;
  reference?: string;
  /** A place in ReportData.prompts, and the pictures that were sent along (by their hash). */
  prompt?: number;
  prompt_images?: string[];
  reasoning?: string;
  /** What a judge said who read the answer out, and earlier replies in which none was found. */
  judge?: string;
  earlier?: string[];
  /** Turns before the last one, with what was said after each and the pictures of it. */
  turns?: EarlierTurn[];
  usage?: Usage;
  latency_ms?: number;
  cached?: boolean;
  time?: string;
  /** The full length in UTF-8 of texts that are cut, by their name here ("earlier.0", ...). */
  cut?: Record<string, number>;
  /** May be empty; `image` is a key of ReportData.images, and may be absent there. */
  pictures: Picture[];
}

export interface EarlierTurn {
  verdict: string;
  reply: string;
  told: string;
  images?: string[];
}

export interface Usage {
  input_tokens?: number;
  output_tokens?: number;
  reasoning_tokens?: number;
  cost_usd?: number;
}

export interface Picture {
  title: string;
  image: string;
}

/** One sample with where it comes from: what the gallery filters, sorts and shows. */
export interface Entry {
  run: RunData;
  runIndex: number;
  /** What the run is called on this page; see runLabels. */
  label: string;
  sample: Sample;
  /** The position of this sample when all are ordered by id, run and epoch. */
  rank: number;
}

const DATA_ID = "papert-data";

/** Reads the embedded data; throws an Error with a message for the reader of the page. */
export function readData(): ReportData {
  const text = document.getElementById(DATA_ID)?.textContent ?? "";
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error("This page holds no report: its data is missing or damaged.");
  }
  const data = parsed as Partial<ReportData> | null;
  if (!data || !Array.isArray(data.runs) || data.runs.length === 0) {
    throw new Error("This report holds no run.");
  }
  return data as ReportData;
}

/** A record's own value. Keys come from data, where "constructor" is a name like any other. */
export function own<T>(record: Record<string, T> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A run in the report, with what it is called and its place, which is also its colour. */
export interface RunRef {
  run: RunData;
  index: number;
  label: string;
}

export function isComplete(run: RunData): boolean {
  return run.progress === undefined || run.progress.done >= run.progress.planned;
}

/** The mark of a run that is not complete, beside its name wherever that stands. */
export const INCOMPLETE = " *";

/**
 * What each run is called in tables and charts: its model and what else tells the runs apart, else
 * its longer name. The table at the top gives both.
 */
export function runLabels(data: ReportData): string[] {
  const given = data.runs.map((run) => run.label ?? run.model);
  const suites = data.runs.map((run) => run.suite);
  const keys = given.map((label, i) => `${suites[i]} ${label}`);
  const distinct = new Set(keys).size === keys.length && !given.includes("");
  const several = new Set(suites).size > 1;
  return data.runs.map((run, i) => {
    const label = distinct ? (given[i] ?? "") : run.name;
    const named = several && distinct ? `${run.suite}: ${label}` : label;
    return isComplete(run) ? named : named + INCOMPLETE;
  });
}

/** The runs of each suite, suites and runs in the order of the report. */
export function bySuite(data: ReportData): { suite: string; runs: RunRef[] }[] {
  const labels = runLabels(data);
  const suites = new Map<string, RunRef[]>();
  data.runs.forEach((run, index) => {
    const ref = { run, index, label: labels[index] ?? run.name };
    const known = suites.get(run.suite);
    if (known) known.push(ref);
    else suites.set(run.suite, [ref]);
  });
  return [...suites].map(([suite, runs]) => ({ suite, runs }));
}

/** The settings that differ between these runs, the model left out: it has its own column. */
export function settingKeys(runs: RunRef[]): string[] {
  const keys = new Set(runs.flatMap(({ run }) => Object.keys(run.settings ?? {})));
  keys.delete("model");
  return [...keys].filter((key) => runs.some(({ run }) => own(run.settings, key)));
}

/** Settings in which runs may differ and still repeat each other. */
const REPEAT_KEYS = new Set(["label", "seed", "run"]);

export function isRepeatKey(key: string): boolean {
  return REPEAT_KEYS.has(key);
}

/** Runs that repeat one configuration, in order; lists of one run included. */
export function configurations(runs: RunRef[]): RunRef[][] {
  const found = new Map<string, RunRef[]>();
  for (const ref of runs) {
    const settings = Object.entries(ref.run.settings ?? {}).filter(([key]) => !isRepeatKey(key));
    const key = JSON.stringify([ref.run.model, settings]);
    found.set(key, [...(found.get(key) ?? []), ref]);
  }
  return [...found.values()];
}

/** The lines of a sample's prompt; none where the log has no prompt. */
export function promptLines(data: ReportData, sample: Sample): number[] {
  return sample.prompt === undefined ? [] : (data.prompts?.[sample.prompt] ?? []);
}

/** All samples of all runs, each with its rank. */
export function allEntries(data: ReportData): Entry[] {
  const entries: Entry[] = [];
  const labels = runLabels(data);
  data.runs.forEach((run, runIndex) => {
    const label = labels[runIndex] ?? run.name;
    for (const sample of run.samples) entries.push({ run, runIndex, label, sample, rank: 0 });
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  const ordered = [...entries].sort(
    (a, b) =>
      compare(a.sample.id, b.sample.id) ||
      a.runIndex - b.runIndex ||
      a.sample.epoch - b.sample.epoch,
  );
  ordered.forEach((entry, rank) => (entry.rank = rank));
  return entries;
}

/** Every metric that some run has a figure of, in order of first appearance. */
export function metricsOf(runs: RunData[]): MetricInfo[] {
  const found = new Map<string, MetricInfo>();
  for (const { summary } of runs) {
    for (const metric of summary.metrics) {
      const known = summary.groups.some(
        (group) => (own(group.metrics, metric.name)?.mean ?? null) !== null,
      );
      const wanted = known || metric.name === summary.primary;
      if (wanted && !found.has(metric.name)) found.set(metric.name, metric);
    }
  }
  return [...found.values()];
}

/** The metric shown first: the first run's primary one, if it is reported at all. */
export function primaryMetric(runs: RunData[]): string {
  const metrics = metricsOf(runs);
  const primary = runs[0]?.summary.primary;
  return metrics.find((metric) => metric.name === primary)?.name ?? metrics[0]?.name ?? "";
}

/** What groups are formed by ("tier", ...), the overall group left out. */
export function groupKeys(runs: RunData[]): string[] {
  const keys = new Set<string>();
  for (const run of runs) {
    for (const group of run.summary.groups) if (group.by !== "") keys.add(group.by);
  }
  return [...keys];
}

/** The values of one group key over these runs, in order of first appearance. */
export function groupValues(runs: RunData[], by: string): string[] {
  const values = new Set<string>();
  for (const run of runs) {
    for (const group of run.summary.groups) if (group.by === by) values.add(group.value);
  }
  return [...values];
}

export function findGroup(run: RunData, by: string, value: string): Group | undefined {
  return run.summary.groups.find((group) => group.by === by && group.value === value);
}
