// The label page: who is there (start.ts), then the items (page.ts).

import { el } from "../dom";
import { readLabelData } from "./data";
import { LabelPage } from "./page";

function main(): void {
  const root = document.getElementById("page");
  if (!root) return;
  try {
    const data = readLabelData();
    document.title = `${data.kind.title} \u2013 Papert labels`;
    new LabelPage(data, root);
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    root.replaceChildren(el("p", { class: "problem", role: "alert", testid: "problem" }, text));
    console.error(problem);
  }
}

main();
