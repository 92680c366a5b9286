// The sheet: what is there after so many steps. Items of a turtle's drawing are elements of one SVG,
// drawn as `papert render -o x.svg` draws them; other languages have a picture a step. Going from
// one step to another touches only what comes, goes or grows between them.

import { el } from "../dom";
import type { ReplayData, ReplayItem, StrokeItem, TextItem } from "./data";
import { turtlesAt } from "./data";

const SVG = "http://www.w3.org/2000/svg";
const LINE_HEIGHT = 1.2;
const SHAPE = "0,0 -5,9 0,7 5,9"; // pointing upwards, y downwards

type Attributes = Record<string, string | number | undefined>;

function svg(tag: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  return element;
}

function pairs(points: number[], count = points.length / 2): string {
  const parts: string[] = [];
  for (let i = 0; i < count; ++i) parts.push(`${points[2 * i]},${0 - (points[2 * i + 1] ?? 0)}`);
  return parts.join(" ");
}

function pen(color: string | null, width: number): Attributes {
  if (color === null) return {};
  return {
    stroke: color,
    "stroke-width": width > 0 ? width : 1,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "vector-effect": width > 0 ? undefined : "non-scaling-stroke",
  };
}

/** How many points of a stroke are there after `step` steps. */
function grown(item: StrokeItem, step: number): number {
  const all = item.points.length / 2;
  if (!item.grows || item.grows[all - 1]! <= step) return all;
  let count = 0;
  while (count < all && item.grows[count]! <= step) ++count;
  return count;
}

function isDot(points: number[], count: number): boolean {
  for (let i = 1; i < count; ++i) {
    if (points[2 * i] !== points[0] || points[2 * i + 1] !== points[1]) return false;
  }
  return true;
}

function makeText(item: TextItem): SVGElement {
  const size = Math.abs(item.size);
  const anchor = { center: "middle", right: "end" }[item.align];
  const element = svg("text", {
    fill: item.color,
    "font-size": size,
    "font-family": item.family,
    "font-weight": item.style.includes("bold") ? "bold" : undefined,
    "font-style": item.style.includes("italic") ? "italic" : undefined,
    "text-anchor": anchor,
  });
  element.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
  const lines = item.text.split("\n");
  const [x = 0, y = 0] = item.points;
  lines.forEach((line, i) => {
    const below = lines.length - 1 - i;
    const part = svg("tspan", { x, y: 0 - (y + (below * LINE_HEIGHT + 0.3) * size) });
    part.textContent = line;
    element.append(part);
  });
  return element;
}

function makeStroke(item: StrokeItem, count: number): SVGElement {
  if (isDot(item.points, count)) {
    const [x = 0, y = 0] = item.points;
    return svg("circle", { fill: item.color, cx: x, cy: 0 - y, r: Math.max(item.width, 0) / 2 });
  }
  return svg("polyline", {
    fill: "none",
    ...pen(item.color, item.width),
    points: pairs(item.points, count),
  });
}

function make(item: ReplayItem, step: number): SVGElement {
  switch (item.kind) {
    case "stroke":
      return makeStroke(item, grown(item, step));
    case "fill":
      return svg("polygon", {
        fill: item.color,
        "fill-rule": "evenodd",
        points: pairs(item.points),
      });
    case "stamp":
      return svg("polygon", {
        fill: item.color ?? "none",
        "fill-rule": "evenodd",
        ...pen(item.outline, item.width),
        points: pairs(item.points),
      });
    case "text":
      return makeText(item);
    case "picture":
      return svg("g", {});
  }
}

/** What happens at each step: which items come, go or grow. */
function changesOf(items: ReplayItem[]): Map<number, number[]> {
  const changes = new Map<number, number[]>();
  const note = (step: number, index: number): void => {
    const list = changes.get(step);
    if (!list) changes.set(step, [index]);
    else if (list[list.length - 1] !== index) list.push(index);
  };
  items.forEach((item, index) => {
    note(item.born, index);
    if (item.died !== null) note(item.died, index);
    if (item.kind === "stroke") for (const step of item.grows ?? []) note(step, index);
  });
  return changes;
}

export class Stage {
  readonly element = el("div", { class: "replay-stage", testid: "replay-stage" });
  private readonly changes: Map<number, number[]>;
  private readonly nodes: (SVGElement | null)[];
  private readonly places: Comment[] = [];
  private readonly sheet: SVGElement | null = null;
  private readonly turtles = svg("g", { class: "replay-turtles" });
  private readonly picture: HTMLImageElement | null = null;
  private step = 0;
  private marked = true;

  constructor(private readonly data: ReplayData) {
    this.changes = changesOf(data.items);
    this.nodes = data.items.map(() => null);
    if (data.items.some(({ kind }) => kind === "picture")) {
      this.picture = el("img", { alt: "the picture after this step", testid: "replay-picture" });
      this.element.append(this.picture);
    } else {
      const [x0, y0, x1, y1] = data.view;
      const box = { x: x0, y: 0 - y1, width: x1 - x0, height: y1 - y0 };
      const root = svg("svg", {
        viewBox: Object.values(box).join(" "),
        role: "img",
        "aria-label": "the drawing after this step",
        "data-testid": "replay-drawing",
      });
      this.sheet = svg("rect", { ...box, fill: "#ffffff" });
      root.append(this.sheet);
      // A mark for every item keeps its place in the order.
      for (const _ of data.items) {
        const place = document.createComment("");
        this.places.push(place);
        root.append(place);
      }
      root.append(this.turtles);
      this.element.append(root);
    }
    data.items.forEach((item, index) => item.born === 0 && this.update(index));
    this.show(0);
  }

  /** Whether the turtles are drawn. */
  mark(shown: boolean): void {
    this.marked = shown;
    this.show(this.step);
  }

  show(step: number): void {
    const [low, high] = [Math.min(step, this.step), Math.max(step, this.step)];
    this.step = step;
    // A line that grows with every step is drawn once, however many steps are jumped over.
    const touched = new Set<number>();
    for (let at = low + 1; at <= high; ++at) {
      for (const index of this.changes.get(at) ?? []) touched.add(index);
    }
    for (const index of touched) this.update(index);
    if (this.picture) return this.showPicture();
    const colour = this.data.backgrounds.filter(([from]) => from <= step).at(-1)?.[1];
    this.sheet?.setAttribute("fill", colour ?? "#ffffff");
    this.showTurtles();
  }

  private isThere(item: ReplayItem): boolean {
    return item.born <= this.step && (item.died === null || this.step < item.died);
  }

  private update(index: number): void {
    const item = this.data.items[index];
    const place = this.places[index];
    if (!item || !place) return;
    this.nodes[index]?.remove();
    const node = this.isThere(item) ? make(item, this.step) : null;
    this.nodes[index] = node;
    if (node) place.after(node);
  }

  private showPicture(): void {
    const found = this.data.items.find((item) => item.kind === "picture" && this.isThere(item));
    if (found?.kind === "picture" && this.picture) this.picture.src = found.src;
  }

  private showTurtles(): void {
    const [x0, y0, x1, y1] = this.data.view;
    const size = Math.max(x1 - x0, y1 - y0) / 260;
    const turtles = this.marked ? turtlesAt(this.data, this.step) : [];
    this.turtles.replaceChildren(
      ...turtles
        .filter(({ pen: { shown } }, i) => shown || i === turtles.length - 1)
        .map(({ x, y, heading, pen: { down, shown, color } }) =>
          svg("polygon", {
            points: SHAPE,
            transform: `translate(${x} ${0 - y}) rotate(${90 - heading}) scale(${size})`,
            fill: down ? (color ?? "#ffffff") : "#ffffff",
            stroke: "#1f6fd6",
            "stroke-width": 1.2,
            "stroke-dasharray": shown ? undefined : "2 2",
            "data-heading": heading,
            "data-down": String(down),
          }),
        ),
    );
  }
}
