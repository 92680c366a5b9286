// People as players: they answer tasks themselves, and become a run like any model's.

import { el } from "../../dom";
import { plural } from "../../format";
import { Answers } from "../annotate/answers";
import { makeWelcome, recall, remember } from "../annotate/people";
import { allTasks, dealt } from "../annotate/task_list";
import { address, get } from "../api";
import type { Page, Place } from "../routes";
import { lots, setQuery, sourceFlags, suiteOf } from "../task_source";
import type { AnnotationFolder } from "../types";
import { heading, problemBox } from "../ui";

/** What a person is shown, where a suite has several ways: "form:picture". */
export function modesOf(suite: string, query: URLSearchParams): string[] {
  if (suite === "xlogo") return ["form:picture"];
  if (suite === "sgp") return [`input:${query.get("input") === "program" ? "program" : "picture"}`];
  return [];
}

const RULES: Record<string, string> = {
  shapecode: "Give every shape by its numbers; no program has to be written.",
  sgp: "Choose an option by its letter.",
  xlogo: "Write a program for the turtle, as the task explains.",
};

export async function show(place: Place): Promise<Page> {
  const { query } = place;
  const set = query.get("set") ?? "answers";
  const source = query.get("source") ?? "";
  const suite = suiteOf(source);
  const modes = modesOf(suite, query);
  const tasks = { ...setQuery(query, source), mode: modes };
  const [list, kept] = await Promise.all([
    allTasks({ ...tasks, ...lots(query) }),
    get<AnnotationFolder>(address(["annotations"])),
  ]);
  const flags = [sourceFlags(query, source), ...modes.map((mode) => `--mode ${mode.replace(":", "=")}`)];
  const next = (file: string, person: string): HTMLElement =>
    el(
      "div",
      { class: "next-steps", testid: "next-steps" },
      el("p", {}, "This makes the answers a run beside those of models:"),
      el(
        "pre",
        { tabindex: 0, "aria-label": "Command" },
        `papert score ${suite} ${flags.join(" ")} --answers ${kept.folder}/answers/${file} ` +
          `--save-run human/${person}`,
      ),
    );
  const body = el("div", {});
  let answers: Answers | null = null;
  const begin = async (person: string, number: number): Promise<void> => {
    remember(`person/${set}`, person);
    remember(`number/${set}`, String(number));
    const rows = dealt(list, number);
    try {
      const order = query.get("order") ?? "0";
      answers = await Answers.open({ set, person, suite, tasks, rows, seed: order, next });
      body.replaceChildren(answers.element);
    } catch (problem) {
      body.replaceChildren(problemBox(problem));
    }
  };
  body.append(
    makeWelcome({
      sentences: [
        `${plural(dealt(list, 1).length, "task")} of ${suite}. ${RULES[suite] ?? "Write a turtle program for each picture."}`,
        "You see what a model is sent, and hear nothing about your answers until you have handed " +
          "them in. Until then you may go back and change them; they stay in this browser.",
        `Handed in, they are saved on this server in ${kept.folder}/answers/${set}, one file for ` +
          "each person, with the time that each task took while its page was in sight.",
      ],
      known: recall<string>(`person/${set}`) ?? "",
      number: list.deal && (query.get("number") ?? recall<string>(`number/${set}`) ?? ""),
      begin: (person, number) => void begin(person, number),
    }),
  );
  return {
    element: el("div", { class: "annotate-page" }, heading(`Answer tasks: ${suite}`), body),
    title: `Answer tasks: ${suite}`,
    leave: () => answers?.close(),
    keys: [
      ["\u2190 \u2192", "the task before, the next one"],
      ["Enter", "keep and go on"],
      ["A \u2013 D", "an option, where there are some"],
      ["e", "go to the code; Escape leaves it"],
    ],
  };
}
