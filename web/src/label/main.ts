// The label page: who is there (start.ts), then the items (page.ts).

import { el } from "../dom";
import { readLabelData } from "./data";
import { BrowserLog } from "./log";
import { LabelPage } from "./page";

function main(): void {
  const root = document.getElementById("page");
  if (!root) return;
  try {
    const data = readLabelData();
    document.title = `${data.kind.title} \u2013 Papert labels`;
    new LabelPage(data, root, {
      openLog: (annotator) => new BrowserLog(data, annotator),
      part: false,
      privacy:
        "What you choose is stored in this browser under the name you give, with your notes and the " +
        "time that each item took. It leaves the browser when you download it as a file. You may " +
        "stop at any time and go on later.",
      atEnd: "Download the file and send it back.",
      trouble:
        "This browser cannot store what you choose. It is kept until the page is closed: download " +
        "it before you leave.",
    });
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    root.replaceChildren(el("p", { class: "problem", role: "alert", testid: "problem" }, text));
    console.error(problem);
  }
}

main();
