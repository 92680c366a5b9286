// Two runs scored again from their recorded replies, with answers looked for strictly and leniently:
// whether the difference between them is one of how they phrase their answers.

import { add, el, nameOf, scrollable } from "../dom";
import { count, fraction, interval, level } from "../format";
import { address, get } from "./api";
import { Asked, makeAskedDetails } from "./asked";
import { hrefOf } from "./routes";
import type { Comparison, Difference, PolicyResult, PolicySide } from "./types";

export function signed(x: number | null): string {
  return x === null ? fraction(x) : (x > 0 ? "+" : x < 0 ? "\u2212" : "") + fraction(Math.abs(x));
}

function makeRow(name: string, figure: Difference, recorded: Difference): HTMLElement {
  const side = (letter: "a" | "b"): HTMLElement => {
    const [now, before] = [figure[letter], recorded[letter]];
    const cell = el("td", { class: "number roomy", testid: letter }, fraction(now));
    if (now !== null && before !== null && figure !== recorded && now !== before) {
      cell.append(el("span", { class: "error-of" }, ` ${signed(now - before)}`));
    }
    return cell;
  };
  return el(
    "tr",
    { testid: `policy-${name}` },
    el("th", { scope: "row", class: "label" }, name),
    side("a"),
    side("b"),
    el("td", { class: "number", testid: "difference" }, signed(figure.difference)),
    el("td", { class: "number" }, interval(figure.low, figure.high)),
  );
}

/** "B, strict: 6 from wrong (calls) to invalid (whole): fresh-easy-00000007, ..." */
function makeMoves(letter: string, run: string, policy: string, side: PolicySide): HTMLElement[] {
  return side.moves.map((move) => {
    const from = `${move.from} (${move.from_rule})`;
    const to = `${move.to} (${move.to_rule})`;
    const item = el("li", {}, `${letter}, ${policy}: ${count(move.count)} from ${from} to ${to}: `);
    move.examples.forEach((id, place) => {
      const href = hrefOf(["run", run], new URLSearchParams({ q: id }));
      add(item, place > 0 && ", ", el("a", { href }, nameOf(id)));
    });
    if (move.examples.length < move.count) add(item, ", \u2026");
    return item;
  });
}

function makeTable(compared: Comparison, policies: PolicyResult[], a: string, b: string): HTMLElement {
  const part = el("div", { testid: "policies" });
  const recorded = compared.differences[compared.primary];
  if (!recorded) return part;
  const title = compared.metrics.find(({ name }) => name === compared.primary)?.title;
  const heads: [string, string][] = [
    ["Answers looked for", "label"],
    ["A", "number roomy"],
    ["B", "number roomy"],
    ["B \u2212 A", "number"],
    [`${level(compared.bootstrap.level)} interval`, "number"],
  ];
  const head = heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const table = el(
    "table",
    {},
    el("caption", {}, `${title ?? compared.primary}, scored again`),
    el("thead", {}, el("tr", {}, ...head)),
    el(
      "tbody",
      {},
      makeRow("as recorded", recorded, recorded),
      ...policies.map(({ policy, difference }) => makeRow(policy, difference, recorded)),
    ),
  );
  const moves = policies.flatMap((each) => [
    ...makeMoves("A", a, each.policy, each.a),
    ...makeMoves("B", b, each.policy, each.b),
  ]);
  add(
    part,
    scrollable(table, "Scored again"),
    moves.length > 0
      ? el("ul", { class: "note policy-moves", testid: "policy-moves" }, ...moves)
      : el("p", { class: "note" }, "No verdict moves."),
  );
  return part;
}

/** Made when it is asked for: every answer is judged anew for it. */
export function makePolicies(a: string, b: string): HTMLElement {
  const asked = new Asked("Scoring both runs again\u2026", async () => {
    const compared = await get<Comparison>(address(["compare"], { a, b, policy: "all" }));
    return makeTable(compared, compared.policies ?? [], a, b);
  });
  const title = "Does it depend on how answers are looked for?";
  const part = makeAskedDetails(title, "policies-part", [asked]);
  part.classList.add("policies-part");
  return part;
}
