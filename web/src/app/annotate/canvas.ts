// A sheet to draw on by mouse, pen or touch. What is undone and redone is the list of strokes as it
// was after each of them, and after the sheet was cleared.

import { el } from "../../dom";

export interface Stroke {
  colour: string;
  width: number;
  /** x, y, x, y, ... in pixels of the sheet. */
  points: number[];
}

export class Sheet {
  readonly element: HTMLCanvasElement;
  colour = "#000000";
  width = 3;
  private strokes: Stroke[] = [];
  private before: Stroke[][] = [];
  private undone: Stroke[][] = [];
  private drawing: { pointer: number; stroke: Stroke } | null = null;

  constructor(private readonly changed: () => void) {
    this.element = el("canvas", {
      class: "sheet",
      role: "img",
      "aria-label": "Your drawing",
      testid: "sheet",
      width: 256,
      height: 256,
    });
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("pointermove", (event) => this.extend(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      this.element.addEventListener(end, (event) => this.end(event));
    }
  }

  /** A sheet of that size with these strokes. */
  show(width: number, height: number, strokes: Stroke[]): void {
    this.element.width = width;
    this.element.height = height;
    this.strokes = strokes;
    this.before = strokes.map((_, i) => strokes.slice(0, i));
    this.undone = [];
    this.drawing = null;
    this.paint();
  }

  list(): Stroke[] {
    return this.strokes;
  }

  get isEmpty(): boolean {
    return this.strokes.length === 0;
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  undo(): void {
    this.step(this.before, this.undone);
  }

  redo(): void {
    this.step(this.undone, this.before);
  }

  clear(): void {
    if (this.isEmpty) return;
    this.become([]);
    this.refresh();
  }

  /** The PNG in base 64. */
  png(): string {
    return this.element.toDataURL("image/png").replace(/^[^,]*,/, "");
  }

  private step(from: Stroke[][], to: Stroke[][]): void {
    const next = this.drawing ? undefined : from.pop();
    if (!next) return;
    to.push(this.strokes);
    this.strokes = next;
    this.refresh();
  }

  private become(strokes: Stroke[]): void {
    this.before.push(this.strokes);
    this.strokes = strokes;
    this.undone = [];
  }

  private refresh(): void {
    this.paint();
    this.changed();
  }

  private point(event: PointerEvent): [number, number] {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.element.width;
    const y = ((event.clientY - box.top) / box.height) * this.element.height;
    return [Math.round(10 * x) / 10, Math.round(10 * y) / 10];
  }

  private begin(event: PointerEvent): void {
    if (this.drawing || event.button !== 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    const stroke = { colour: this.colour, width: this.width, points: [...this.point(event)] };
    this.drawing = { pointer: event.pointerId, stroke };
    this.become([...this.strokes, stroke]);
    this.paint();
  }

  private extend(event: PointerEvent): void {
    if (this.drawing?.pointer !== event.pointerId) return;
    const all = event.getCoalescedEvents();
    for (const each of all.length > 0 ? all : [event]) {
      this.drawing.stroke.points.push(...this.point(each));
    }
    this.paint();
  }

  private end(event: PointerEvent): void {
    if (this.drawing?.pointer !== event.pointerId) return;
    this.drawing = null;
    this.changed();
  }

  private paint(): void {
    const context = this.element.getContext("2d");
    if (!context) return;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, this.element.width, this.element.height);
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const { colour, width, points } of this.strokes) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(points[0] ?? 0, points[1] ?? 0);
      for (let i = 2; i < points.length; i += 2) context.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
      // A touch without a move is a dot.
      if (points.length === 2) context.lineTo(points[0] ?? 0, points[1] ?? 0);
      context.stroke();
    }
  }
}
