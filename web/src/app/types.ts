// What the API answers (docs/serve.md). Every string may have been written by a language model.

import type { Estimate, Picture, Summary } from "../data";
import type { ReplayData } from "../replay/data";

export interface Metric {
  name: string;
  title: string;
}

/** "reading": its log is read for the first time, and nothing is known of how far it is. */
export type RunState = "running" | "stopped" | "complete" | "reading";

export interface RunRow {
  name: string;
  /** Only in a folder that cannot be read: why. */
  problem?: string;
  suite: string;
  model: string;
  label: string;
  state: RunState;
  started: string;
  ended: string;
  /** null while its log is read for the first time. */
  done: number | null;
  planned: number;
  metric: Metric;
  figure: Estimate | null;
  not_scored: number | null;
  usage: { cost_usd?: number; input_tokens?: number; output_tokens?: number };
  papert: string | null;
  /** In a leaderboard. */
  rank?: number | null;
  gap?: number;
}

export interface RunInfo {
  name: string;
  suite: string;
  model: string;
  label: string;
  state: RunRow["state"];
  config: Record<string, unknown>;
  planned: number;
  done: number;
  not_scored: number;
  damaged: number;
  bytes: number;
  metric: Metric;
  figure: Estimate;
  verdicts: Record<string, number>;
  tags: Record<string, string[]>;
  errors: string[];
}

export interface RunSummary {
  name: string;
  suite: string;
  model: string;
  label: string;
  config: Record<string, unknown>;
  summary: Summary;
  total_samples: number;
  warnings: string[];
  progress?: { done: number; planned: number };
  generator: string;
}

export interface SampleRow {
  id: string;
  epoch: number;
  verdict: string;
  success: boolean | null;
  tags: Record<string, string | string[]>;
  metrics: Record<string, number | null>;
  error?: string;
  message?: string;
  pictures: Picture[];
  answer: string;
  reply?: string;
}

export interface SamplePage {
  total: number;
  from: number;
  rows: SampleRow[];
  next: string | null;
}

export interface ShortSample {
  epoch: number;
  verdict: string;
  primary: number | null;
}

export interface Exchange {
  reply: string;
  reasoning?: string;
}

/** A line of samples.jsonl. */
export interface SampleLine extends SampleRow {
  detail: Record<string, unknown>;
  rule: string;
  reply: string;
  reasoning?: string;
  prompt?: { text: string; images: string[] };
  reference?: string;
  usage?: Record<string, number>;
  latency_ms?: number | null;
  cached?: boolean;
  time?: string;
  judge?: Exchange;
  earlier?: Exchange[];
  turns?: {
    verdict: string;
    reply?: string;
    prompt?: { text: string; images: string[] };
  }[];
}

export interface SampleAnswer {
  sample: SampleLine;
  run: { name: string; suite: string; model: string; label: string; epochs: number };
  metrics: Metric[];
  related: {
    epochs: ShortSample[];
    runs: { run: string; label: string; epochs: ShortSample[] }[];
    /** Runs of the suite that were not looked at: still being read, or too many. */
    unread: number;
    beyond: number;
  };
}

export interface Explanation {
  verdict: string;
  text: string;
  reference: string;
  pictures: string[];
  /** What the rule did to both pictures before it compared them, and the names of the results. */
  compared: { how: string; pictures: [string, string] } | null;
}

export interface Progress {
  done: number;
  planned: number;
  not_scored: number;
  figure: Estimate;
  verdicts?: Record<string, number>;
  state: RunRow["state"];
  rate?: number;
  left_s?: number;
}

export interface Difference extends Estimate {
  a: number | null;
  b: number | null;
  difference: number | null;
}

/** What other verdicts a run has when answers are looked for in another way. */
export interface PolicySide {
  right_before: number;
  right: number;
  moved: number;
  moves: {
    from: string;
    from_rule: string;
    to: string;
    to_rule: string;
    count: number;
    /** Ids of some of them. */
    examples: string[];
  }[];
}

export interface PolicyResult {
  policy: string;
  /** Of the primary metric. */
  difference: Difference;
  a: PolicySide;
  b: PolicySide;
}

export interface Comparison {
  suite: string;
  runs: { folder: string; model: string; tasks: number; samples: number; not_scored: number }[];
  differs: string[];
  tasks: { both: number; only_a: number; only_b: number };
  primary: string;
  metrics: Metric[];
  differences: Record<string, Difference>;
  mcnemar: {
    pairs: number;
    both: number;
    only_a: number;
    only_b: number;
    neither: number;
    p: number;
    independent: boolean;
  };
  /** Empty unless they were asked for. */
  policies?: PolicyResult[];
  bootstrap: { resamples: number; level: number };
}

export interface Pair {
  id: string;
  epoch: number;
  a: { verdict: string; primary: number | null };
  b: { verdict: string; primary: number | null };
}

export interface PairPage {
  total: number;
  from: number;
  rows: Pair[];
}

export interface BoardTable {
  suite: string;
  data_hash: string;
  data: Record<string, unknown>;
  modes: Record<string, string>;
  prompt: string;
  extraction: string;
  /** The model that reads answers, "" where there is none. */
  judge: string;
  /** Positions of the tasks that were asked; "" is all. */
  limit: string;
  /** "3/16" of a part of a run, else "". */
  shard: string;
  turns: number;
  metric: Metric;
  rows: RunRow[];
}

export interface SuiteInfo {
  name: string;
  title: string;
  tiers: string[];
  mints: boolean;
  metrics?: { name: string; title: string }[];
}

export interface Info {
  papert: string;
  suites: SuiteInfo[];
  data?: { suite: string; hash: string }[];
}

export interface TaskRow {
  id: string;
  base?: string;
  tags: Record<string, string | string[]>;
  /** Where tasks are dealt to people. */
  batch?: string;
}

export interface TaskPage {
  hash: string;
  size: number;
  rows: TaskRow[];
  next: string | null;
  /** With the first page: the values of tags that there are several of. */
  tags?: Record<string, string[]>;
  /** Where tasks are dealt: the batch of person 1, 2, ... */
  deal?: string[];
  problems: number;
}

export interface TaskAnswer extends TaskRow {
  ref: string;
  prompt: { text: string; images: string[] };
  reference?: string;
}

/** What is wrong with a program; lines and columns from 1. */
export interface ProgramError {
  type: string;
  message: string;
  line: number | null;
  column: number | null;
  hint?: string;
}

/** What POST /api/v1/run says of a program. */
export interface RunAnswer {
  outcome: string;
  error: ProgramError | null;
  printed?: string;
  steps?: number;
  notes?: string[];
  verdict?: string;
  metrics?: Record<string, number | null>;
  explanation?: string;
  /** Where it was asked for: the smallest change that makes a wrong program right. */
  hint: { text: string; line: number | null } | null;
  pictures: Partial<Record<"target" | "drawing" | "overlay" | "difference", string>>;
  /** Where it was asked for; null where there is none, and then why. */
  replay?: ReplayData | null;
  replay_problem?: string;
  ms: number;
}

/** Where what people give is kept, and the sets of labels there are. */
export interface AnnotationFolder {
  folder: string;
  sets: { name: string; lines: number | null }[];
}
