// What people are asked, and what they have given so far.

import { el } from "../../dom";
import { plural } from "../../format";
import { allKinds, Setup } from "../annotate/setup";
import type { KindInfo } from "../annotate/setup";
import { address, get } from "../api";
import type { Page, Place } from "../routes";
import { allRuns } from "../run_list";
import type { AnnotationFolder, Info } from "../types";
import { heading, replaceQuery } from "../ui";

function makeSets({ folder, sets }: AnnotationFolder): HTMLElement {
  const rows = sets.map(({ name, lines }) =>
    el(
      "li",
      {},
      el("a", { href: address(["annotations", name]), download: `${name}.jsonl` }, name),
      el("span", { class: "soft" }, ` ${lines === null ? "" : plural(lines, "line")}`),
    ),
  );
  return el(
    "section",
    { class: "kept", testid: "kept" },
    el("h2", {}, "What is there"),
    el("p", {}, "Everything is kept in ", el("code", {}, folder), ":"),
    el(
      "ul",
      { class: "note" },
      el("li", {}, el("code", {}, "SET.jsonl"), ": labels, which papert agreement, calibrate, consensus and report read"),
      el("li", {}, el("code", {}, "answers/SET/PERSON.jsonl"), ": answers, which papert score makes a run"),
      el("li", {}, el("code", {}, "drawings/SET/PERSON"), ": drawings, a data folder for papert eval"),
    ),
    rows.length > 0 && el("ul", { class: "set-list", testid: "sets" }, ...rows),
  );
}

export async function show(place: Place): Promise<Page> {
  const [info, { kinds }, rows, kept] = await Promise.all([
    get<Info>(address(["info"])),
    get<{ kinds: KindInfo[] }>(address(["labels", "kinds"])),
    allRuns(),
    get<AnnotationFolder>(address(["annotations"])),
  ]);
  const setup = new Setup(info, allKinds(kinds, info), rows, place.query, replaceQuery);
  const lede = el(
    "p",
    { class: "lede" },
    "Choose what people are asked and open it; the address of the page that opens can be sent to them.",
  );
  return {
    element: el(
      "div",
      { class: "annotate-page" },
      heading("Annotate", lede),
      setup.element,
      makeSets(kept),
    ),
    title: "Annotate",
  };
}
