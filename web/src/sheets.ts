// Tables that the program made itself (groups of runs, say), shown as they are: a row is an object
// by column, a cell is a text, a number, or a figure with its standard error.

import type { Estimate, Sheet, SheetCell } from "./data";
import { el, scrollable } from "./dom";
import { count, fraction } from "./format";

function isFigure(cell: SheetCell): cell is Estimate {
  return typeof cell === "object" && cell !== null;
}

function cellElement(cell: SheetCell): HTMLTableCellElement {
  if (isFigure(cell)) {
    const { mean, stderr, n } = cell;
    const shown = el("td", { class: "number", data: { value: mean, stderr, n } }, fraction(mean));
    if (stderr !== null) {
      shown.append(el("span", { class: "error-of" }, `\u00b1 ${fraction(stderr)}`));
    }
    return shown;
  }
  if (typeof cell === "number") return el("td", { class: "number" }, count(cell));
  return el("td", { class: "label" }, el("bdi", {}, cell ?? ""));
}

export function sheetTable(sheet: Sheet): HTMLElement {
  const first = sheet.rows[0] ?? {};
  const heads = sheet.columns.map(({ key, title }) => {
    const text = typeof first[key] === "string" ? "label" : "number";
    return el("th", { scope: "col", class: text }, title);
  });
  const rows = sheet.rows.map((row) =>
    el("tr", {}, ...sheet.columns.map(({ key }) => cellElement(row[key] ?? null))),
  );
  const table = el(
    "table",
    { testid: "sheet-table", data: { name: sheet.name } },
    el("caption", {}, el("bdi", {}, sheet.title || sheet.name)),
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...rows),
  );
  const notes = sheet.notes.map((note) => el("p", { class: "note" }, el("bdi", {}, note)));
  return el("div", {}, scrollable(table, sheet.title || sheet.name), ...notes);
}
