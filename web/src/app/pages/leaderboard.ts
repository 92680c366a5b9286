// Runs that may be compared, ranked. Runs share a rank where the paired difference to the first of
// that rank cannot be told from 0.

import { el, scrollable } from "../../dom";
import { count, fraction, plural } from "../../format";
import { address, get } from "../api";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import type { BoardTable, Info, RunRow } from "../types";
import { costText, doneText, figureBar, figureCell, heading, menu, runLink } from "../ui";

function tokens(row: RunRow): string {
  const { input_tokens = 0, output_tokens = 0 } = row.usage ?? {};
  return input_tokens + output_tokens > 0 ? count(input_tokens + output_tokens) : "\u2013";
}

function makeRow(row: RunRow, gaps: boolean): HTMLElement {
  const gap = row.gap === undefined ? "\u2013" : (row.gap > 0 ? "+" : "") + fraction(row.gap);
  return el(
    "tr",
    { testid: "board-row" },
    el("td", { class: "number rank", testid: "rank" }, row.rank == null ? "\u2013" : String(row.rank)),
    el("th", { scope: "row", class: "label" }, runLink(row.name, row.label)),
    figureCell(row.figure),
    el("td", { class: "bar-cell wide" }, figureBar(row.figure)),
    el("td", { class: "number roomy" }, doneText(row.done, row.planned)),
    el("td", { class: "number wide" }, row.not_scored === null ? "\u2013" : count(row.not_scored)),
    el("td", { class: "number wide" }, costText(row.usage?.cost_usd)),
    el("td", { class: "number wide" }, tokens(row)),
    gaps && el("td", { class: "number wide" }, gap),
    el("td", { class: "label wide" }, row.papert ?? ""),
  );
}

interface TaskData {
  mint?: number;
  count?: number;
  folder?: string;
  tiers?: string[];
}

function dataText(table: BoardTable): string {
  const { mint, count: n, folder, tiers } = table.data as TaskData;
  const parts: string[] = [];
  if (mint !== undefined) parts.push(`minted from seed ${mint}, ${n ?? ""} per tier`);
  else if (folder !== undefined) parts.push(folder.split("/").slice(-1).join(""));
  else parts.push(table.data_hash.slice(0, 10));
  if (tiers !== undefined && tiers.length > 0) parts.push(`only ${tiers.join(", ")}`);
  if (table.limit !== "") parts.push(`limit ${table.limit}`);
  if (table.shard !== "") parts.push(`shard ${table.shard}`);
  return parts.join(", ");
}

function makeTable(table: BoardTable): HTMLElement {
  const gaps = table.rows.some((row) => row.gap !== undefined);
  const heads: [string, string][] = [
    ["Rank", "number rank"],
    ["Run", "label"],
    [table.metric.title, "number"],
    ["0 to 1", "label wide"],
    ["Samples", "number roomy"],
    ["Not scored", "number wide"],
    ["USD", "number wide"],
    ["Tokens", "number wide"],
  ];
  if (gaps) heads.push(["Frozen \u2212 fresh", "number wide"]);
  heads.push(["Version", "label wide"]);
  const head = heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const modes = Object.entries(table.modes ?? {}).map(([key, value]) => `${key} ${value}`);
  const made = el(
    "table",
    { class: "board", testid: "board-table", data: { suite: table.suite } },
    el("caption", {}, el("bdi", {}, `${table.suite}, ${dataText(table)}`)),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...table.rows.map((row) => makeRow(row, gaps))),
  );
  const how = [`prompt ${table.prompt}`, `answers ${table.extraction}`];
  if (table.judge !== "") how.push(`judge ${table.judge}`);
  if (table.turns > 1) how.push(plural(table.turns, "turn"));
  const about = [...how, ...modes].join(" \u00b7 ");
  return el(
    "section",
    { class: "board-part" },
    scrollable(made, `Leaderboard of ${table.suite}`),
    el("p", { class: "note" }, el("bdi", {}, about)),
  );
}

export async function show(place: Place): Promise<Page> {
  const suite = place.query.get("suite") ?? "";
  const run = place.query.getAll("run");
  const [{ tables }, info] = await Promise.all([
    get<{ tables: BoardTable[] }>(address(["leaderboard"], { suite, run })),
    get<Info>(address(["info"])),
  ]);
  const suites = info.suites.map(({ name }) => ({ value: name, text: name }));
  const chooser = menu("Suite", "suite", [{ value: "", text: "all" }, ...suites], suite, (value) => {
    const query = new URLSearchParams(place.query);
    if (value === "") query.delete("suite");
    else query.set("suite", value);
    location.hash = hrefOf(["leaderboard"], query);
  });
  const note =
    "Only runs of the same tasks, modes, prompt, way of asking and way of judging share a table. " +
    "Equal ranks: the interval of the paired difference to the first of that rank contains 0.";
  const element = el(
    "div",
    {},
    heading("Leaderboard", el("p", { class: "note" }, note)),
    el("div", { class: "tools" }, chooser),
  );
  if (run.length > 0) {
    const all = el("a", { href: "#/leaderboard" }, "all runs");
    element.append(el("p", { class: "note" }, `${plural(run.length, "run")} picked; show `, all));
  }
  element.append(...tables.map(makeTable));
  if (tables.length === 0) element.append(el("p", { class: "note" }, "There are no runs here yet."));
  return { element, title: "Leaderboard" };
}
