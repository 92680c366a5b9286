// The page of one replay: opened from disk, without any network.

import { el } from "../dom";
import { inline } from "../format";
import type { ReplayData } from "./data";
import { Player } from "./player";

interface PageData {
  title: string;
  replay: ReplayData;
}

function read(): PageData {
  const text = document.getElementById("papert-data")?.textContent ?? "";
  return JSON.parse(text) as PageData;
}

function main(): void {
  const root = document.getElementById("page");
  if (!root) return;
  try {
    const { title, replay } = read();
    document.title = `${inline(title)} \u2013 Papert replay`;
    const player = new Player(replay);
    root.replaceChildren(
      el("header", {}, el("h1", {}, el("bdi", {}, title))),
      player.element,
      el("p", { class: "note" }, "Keys: space plays, \u2190 \u2192 step, Home and End jump."),
    );
    document.addEventListener("keydown", (event) => {
      if (player.key(event)) event.preventDefault();
    });
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    root.replaceChildren(el("p", { class: "problem", role: "alert", testid: "problem" }, text));
    console.error(problem);
  }
}

main();
