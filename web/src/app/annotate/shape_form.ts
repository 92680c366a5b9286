// A program of shapes without its syntax: a row for each shape, a field for each of its numbers.
//
//   [filled circle] cx [ 256 ] cy [ 256 ] radius [ 80 ]   ->   filled_circle(cx=256, cy=256, radius=80)

import { el } from "../../dom";

export interface Shape {
  kind: string;
  values: Record<string, string>;
}

const SIDE = 511;
const LARGEST = 512;

/** The shapes and their parameters, in the order of the language. */
export const SHAPES: Record<string, string[]> = {
  filled_circle: ["cx", "cy", "radius"],
  circle: ["cx", "cy", "radius", "stroke"],
  filled_square: ["cx", "cy", "size"],
  square: ["cx", "cy", "size", "stroke"],
};

const isWhole = (text: string | undefined): text is string => /^[0-9]{1,4}$/.test(text ?? "");

export function isComplete(shape: Shape): boolean {
  return (SHAPES[shape.kind] ?? []).every((name) => isWhole(shape.values[name]));
}

/** The program of the shapes that have all their numbers. */
export function programOf(shapes: Shape[]): string {
  return shapes
    .filter(isComplete)
    .map(({ kind, values }) => {
      const list = (SHAPES[kind] ?? []).map((name) => `${name}=${Number(values[name])}`);
      return `${kind}(${list.join(", ")})\n`;
    })
    .join("");
}

export class ShapeForm {
  readonly element = el("div", { class: "shape-form", testid: "shape-form" });
  private shapes: Shape[] = [];

  constructor(private readonly changed: () => void) {}

  show(shapes: Shape[]): void {
    this.shapes = shapes.length > 0 ? shapes : [{ kind: "filled_circle", values: {} }];
    this.draw();
  }

  value(): Shape[] {
    return this.shapes;
  }

  private draw(focus = -1): void {
    const add = el("button", { type: "button", testid: "add-shape" }, "Add a shape");
    add.addEventListener("click", () => {
      const last = this.shapes.at(-1);
      this.shapes.push({ kind: last?.kind ?? "filled_circle", values: {} });
      this.changed();
      this.draw(this.shapes.length - 1);
    });
    const rows = this.shapes.map((shape, place) => this.makeRow(shape, place));
    this.element.replaceChildren(...rows, add);
    rows[focus]?.querySelector<HTMLElement>("select")?.focus();
  }

  private makeRow(shape: Shape, place: number): HTMLElement {
    const kinds = Object.keys(SHAPES).map((name) =>
      el("option", { value: name }, name.replace("_", " ")),
    );
    const kind = el("select", { testid: `shape-${place}-kind` }, ...kinds);
    kind.value = shape.kind;
    kind.addEventListener("change", () => {
      shape.kind = kind.value;
      this.changed();
      this.draw(place);
    });
    const remove = el("button", { type: "button", testid: `shape-${place}-remove` }, "Remove");
    remove.setAttribute("aria-label", `Remove shape ${place + 1}`);
    remove.addEventListener("click", () => {
      this.shapes.splice(place, 1);
      this.changed();
      this.draw();
    });
    const fields = (SHAPES[shape.kind] ?? []).map((name) => this.makeNumber(shape, place, name));
    return el(
      "fieldset",
      { class: "shape-row" },
      el("legend", {}, `Shape ${place + 1}`),
      el("label", { class: "field" }, el("span", {}, "shape"), kind),
      ...fields,
      remove,
    );
  }

  private makeNumber(shape: Shape, place: number, name: string): HTMLElement {
    const centre = name === "cx" || name === "cy";
    const input = el("input", {
      type: "number",
      min: centre ? 0 : 1,
      max: centre ? SIDE : LARGEST,
      step: 1,
      inputmode: "numeric",
      value: shape.values[name] ?? "",
      testid: `shape-${place}-${name}`,
    });
    input.addEventListener("input", () => {
      shape.values[name] = input.value;
      this.changed();
    });
    return el("label", { class: "field number-field" }, el("span", {}, name), input);
  }
}
