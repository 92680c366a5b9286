// Labels: the items of a kind, from runs or tasks, one after the other. The items are shown and the
// choices made by the same parts as on the page of `papert label`; the lines go to the server.

import { el } from "../../dom";
import type { LabelData } from "../../label/data";
import { LabelPage } from "../../label/page";
import { ServerLog } from "../annotate/server_log";
import { address, get } from "../api";
import type { Page, Place } from "../routes";
import { lots, setQuery } from "../task_source";
import type { AnnotationFolder } from "../types";
import { replaceQuery } from "../ui";

/** Names of runs name models: the address has their ids instead, as the lines have. */
function hideNames(query: URLSearchParams, data: LabelData): void {
  const ids = new Set(data.items.map(({ run }) => run).filter((run) => run !== undefined));
  if (ids.size === 0) return;
  const hidden = new URLSearchParams(query);
  hidden.delete("run");
  for (const id of [...ids].sort()) hidden.append("run", id);
  replaceQuery(hidden);
}

function makeNext(folder: string, set: string, kind: string): HTMLElement {
  const file = `${folder}/${set}.jsonl`;
  const commands = [`papert agreement --labels ${file}`];
  if (kind === "same") commands.push(`papert calibrate ${file} --scores RUN`);
  if (kind === "answer/sgp") commands.push(`papert consensus RUN... --human ${file}`);
  if (kind === "same" || kind.startsWith("verdict/")) {
    commands.push(`papert report RUN --labels ${file}`);
  }
  return el(
    "div",
    { class: "next-steps", testid: "next-steps" },
    el("p", {}, "All labels of this set are in ", el("code", {}, file), ". What reads them:"),
    ...commands.map((command) => el("pre", { tabindex: 0 }, command)),
  );
}

export async function show(place: Place): Promise<Page> {
  const { query } = place;
  const set = query.get("set") ?? "labels";
  const kind = query.get("kind") ?? "";
  const source = query.get("source") ?? "";
  const tasks = source === "" ? {} : setQuery(query, source);
  const modes = kind === "tweak/turtlebench" ? ["task:tweak"] : [];
  const [data, kept] = await Promise.all([
    get<LabelData>(
      address(["labels", "items"], {
        kind,
        run: query.getAll("run"),
        ...tasks,
        mode: modes,
        ...lots(query),
      }),
    ),
    get<AnnotationFolder>(address(["annotations"])),
  ]);
  hideNames(query, data);
  const element = el("div", { class: "annotate-page" });
  let log: ServerLog | null = null;
  const page = new LabelPage(data, element, {
    openLog: async (annotator, changed) => {
      log?.close();
      log = await ServerLog.open(
        {
          parts: ["annotations", set],
          mine: (line) => line["kind"] === kind && line["annotator"] === annotator,
          key: `${data.page}/${set}/${annotator}`,
        },
        changed,
      );
      return log;
    },
    part: true,
    privacy:
      `What you choose is saved on this server in ${kept.folder}/${set}.jsonl under the name you ` +
      "give, with your notes and the time that each item took. You may stop at any time and go on " +
      "later, also in another browser.",
    atEnd: "They are saved; there is nothing else to do.",
    trouble:
      "The server does not take what you choose. It is kept in this browser and sent again; leave " +
      "the page open until this message is gone.",
    draftTrouble:
      "This browser cannot store what you begin: save your choice before you leave the page.",
    more: makeNext(kept.folder, set, kind),
  });
  return {
    element,
    title: data.kind.title,
    leave: () => {
      page.close();
      log?.close();
    },
    keys: [
      ["1 \u2013 9", "choose"],
      ["0", "none of these"],
      ["Enter", "save and go on"],
      ["\u2190 \u2192", "back, skip"],
      ["u", "undo the last answer"],
      ["n", "write a note; Escape leaves it"],
    ],
  };
}
