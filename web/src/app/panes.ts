// Target, drawing, overlay and difference beside each other. Zoom, place and the pixel under the
// pointer are the same in all of them; pictures of different sizes are laid over each other by their
// relative place.
//
//   wheel, + and -   zoom            drag, Shift + arrows   move        0   all of it
//   b                blink: target and drawing in turn, in the place of the drawing
//   p                names the pixel in the middle; the arrows go to others until p is pressed again

import { el } from "../dom";
import { inline } from "../format";
import { ApiError, get } from "./api";

const MAX_ZOOM = 64;
const STEP = 1.25;
const BLINK_MS = 500;
const FAR = 10;

interface Pane {
  kind: string;
  frame: HTMLElement;
  image: HTMLImageElement;
  cross: HTMLElement;
  pixels: CanvasRenderingContext2D | null;
}

export interface PaneSource {
  kind: string;
  title: string;
  src: string;
}

export class Panes {
  readonly element: HTMLElement;
  private readonly panes: Pane[] = [];
  private readonly probe = el("p", { class: "probe", role: "status", testid: "probe" });
  private readonly slider = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: 50,
    testid: "opacity",
  });
  private readonly blinkButton = el(
    "button",
    { type: "button", "aria-pressed": "false", testid: "blink" },
    "Blink (b)",
  );
  /** The target below the drawing, in place of the overlay: their addresses, and what is shown. */
  private layers: string[] = [];
  private mixed: HTMLImageElement[] = [];
  /** The target over the drawing, half of the time. */
  private blinking: HTMLImageElement | null = null;
  /** The place that is probed by keyboard, 0 to 1 each way. */
  private probed: { u: number; v: number } | null = null;
  private zoom = 1;
  private x = 0;
  private y = 0;
  private blinkTimer = 0;

  constructor(sources: PaneSource[]) {
    const grid = el("div", { class: "pane-grid", testid: "panes" });
    for (const source of sources) grid.append(this.makePane(source));
    const tools = el("div", { class: "pane-tools" });
    const button = (text: string, title: string, press: () => void): HTMLButtonElement => {
      const made = el("button", { type: "button", title, "aria-label": title }, text);
      made.addEventListener("click", press);
      return made;
    };
    tools.append(
      button("\u2212", "Zoom out", () => this.zoomBy(1 / STEP)),
      button("+", "Zoom in", () => this.zoomBy(STEP)),
      button("All", "Show all of it", () => this.reset()),
    );
    const [target, drawing] = ["target", "drawing"].map((kind) =>
      this.panes.find((pane) => pane.kind === kind),
    );
    if (target && drawing) {
      this.blinkButton.addEventListener("click", () => this.toggleBlink());
      this.layers = [target.image.src, drawing.image.src];
      tools.append(this.blinkButton, this.makeSlider());
    }
    this.element = el("div", { class: "panes-box" }, tools, grid, this.probe);
    this.move();
  }

  leave(): void {
    window.clearInterval(this.blinkTimer);
  }

  /** True if the key was one of ours. */
  key(event: KeyboardEvent): boolean {
    if (this.probed && this.probeKey(event)) return true;
    const step = 40;
    const actions: Record<string, () => void> = {
      "+": () => this.zoomBy(STEP),
      "=": () => this.zoomBy(STEP),
      "-": () => this.zoomBy(1 / STEP),
      "0": () => this.reset(),
      b: () => this.toggleBlink(),
      p: () => this.toggleProbe(),
    };
    if (this.zoom > 1 && event.shiftKey) {
      actions["ArrowLeft"] = () => this.shift(step, 0);
      actions["ArrowRight"] = () => this.shift(-step, 0);
      actions["ArrowUp"] = () => this.shift(0, step);
      actions["ArrowDown"] = () => this.shift(0, -step);
    }
    const action = actions[event.key];
    action?.();
    return action !== undefined;
  }

  private makePane({ kind, title, src }: PaneSource): HTMLElement {
    const image = el("img", { src, alt: inline(title), draggable: "false", testid: `pane-${kind}` });
    const cross = el("span", { class: "cross", "aria-hidden": "true" });
    cross.hidden = true;
    const frame = el("div", { class: "frame", data: { kind } }, image, cross);
    const pane: Pane = { kind, frame, image, cross, pixels: null };
    this.panes.push(pane);
    const note = el("span", { class: "note" });
    image.addEventListener("error", () => {
      frame.classList.add("absent");
      void reasonOf(src).then((reason) => (note.textContent = reason));
    });
    this.listen(frame);
    return el("figure", { class: "pane-figure" }, frame, el("figcaption", {}, title, note));
  }

  private listen(frame: HTMLElement): void {
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && this.zoom === 1 && event.deltaY > 0) return;
        event.preventDefault();
        const box = frame.getBoundingClientRect();
        const by = event.deltaY < 0 ? STEP : 1 / STEP;
        this.zoomBy(by, event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    let dragging = false;
    frame.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.zoom === 1) return;
      dragging = true;
      frame.setPointerCapture(event.pointerId);
    });
    frame.addEventListener("pointermove", (event) => {
      if (dragging) this.shift(event.movementX, event.movementY);
      const box = frame.getBoundingClientRect();
      this.showProbe((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    const drop = (): void => {
      dragging = false;
    };
    frame.addEventListener("pointerup", drop);
    frame.addEventListener("pointercancel", drop);
    frame.addEventListener("pointerleave", () => {
      for (const pane of this.panes) pane.cross.hidden = true;
    });
  }

  private hideProbe(): void {
    this.probe.textContent = "";
    for (const pane of this.panes) pane.cross.hidden = true;
  }

  /** Instead of the overlay: the drawing over the target, as strong as the slider says. */
  private makeSlider(): HTMLElement {
    const overlay = this.panes.find((pane) => pane.kind === "overlay");
    const label = el("label", { class: "opacity" }, el("span", {}, "Opacity"), this.slider);
    if (!overlay) return label;
    const image = (src: string): HTMLImageElement => el("img", { src, alt: "", class: "mixed" });
    this.slider.addEventListener("input", () => {
      if (this.mixed.length === 0) {
        this.mixed = this.layers.map(image);
        overlay.frame.classList.add("mixes");
        overlay.cross.before(...this.mixed);
        this.move();
      }
      const [, above] = this.mixed;
      if (above) above.style.opacity = String(Number(this.slider.value) / 100);
    });
    const back = el("button", { type: "button" }, "Colours");
    back.addEventListener("click", () => this.unmix());
    return el("span", { class: "opacity-box" }, label, back);
  }

  private unmix(): void {
    for (const each of this.mixed) each.remove();
    this.mixed = [];
    for (const { frame } of this.panes) frame.classList.remove("mixes");
  }

  /** What the slider mixes instead of target and drawing as they are. */
  layOver(layers: string[]): void {
    this.layers = layers;
    this.unmix();
  }

  private toggleBlink(): void {
    const target = this.panes.find((pane) => pane.kind === "target");
    const drawing = this.panes.find((pane) => pane.kind === "drawing");
    if (!target || !drawing) return;
    const on = this.blinking === null;
    this.blinkButton.setAttribute("aria-pressed", String(on));
    window.clearInterval(this.blinkTimer);
    this.blinking?.remove();
    this.blinking = null;
    if (!on) return;
    const over = el("img", { src: target.image.src, alt: "", testid: "blinking" });
    this.blinking = over;
    drawing.cross.before(over);
    this.move();
    this.blinkTimer = window.setInterval(() => (over.hidden = !over.hidden), BLINK_MS);
  }

  private toggleProbe(): void {
    this.probed = this.probed ? null : { u: 0.5, v: 0.5 };
    if (this.probed) this.showProbe(this.probed.u, this.probed.v);
    else this.hideProbe();
  }

  private probeKey({ key, shiftKey }: KeyboardEvent): boolean {
    const at = this.probed;
    const [pane] = this.panes;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (key === "Escape") this.toggleProbe();
    if (!at || !pane || !by) return key === "Escape";
    const { width, height } = pane.frame.getBoundingClientRect();
    const scale = Math.min(width / pane.image.naturalWidth, height / pane.image.naturalHeight);
    const pixels = (shiftKey ? FAR : 1) * scale * this.zoom;
    const within = (place: number): number => Math.max(0, Math.min(1, place));
    at.u = within(at.u + ((by[0] ?? 0) * pixels) / width);
    at.v = within(at.v + ((by[1] ?? 0) * pixels) / height);
    this.showProbe(at.u, at.v);
    return true;
  }

  private reset(): void {
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    this.move();
  }

  /** Around a place of the frame, its middle unless told. */
  private zoomBy(by: number, atX?: number, atY?: number): void {
    const frame = this.panes[0]?.frame;
    if (!frame) return;
    const { width, height } = frame.getBoundingClientRect();
    const x = atX ?? width / 2;
    const y = atY ?? height / 2;
    const next = Math.max(1, Math.min(MAX_ZOOM, this.zoom * by));
    this.x = x - ((x - this.x) * next) / this.zoom;
    this.y = y - ((y - this.y) * next) / this.zoom;
    this.zoom = next;
    this.move();
  }

  private shift(byX: number, byY: number): void {
    this.x += byX;
    this.y += byY;
    this.move();
  }

  private move(): void {
    const box = this.panes[0]?.frame.getBoundingClientRect();
    const least = (size: number): number => Math.min(0, size * (1 - this.zoom));
    this.x = Math.min(0, Math.max(least(box?.width ?? 0), this.x));
    this.y = Math.min(0, Math.max(least(box?.height ?? 0), this.y));
    for (const { frame } of this.panes) {
      frame.classList.toggle("zoomed", this.zoom > 1);
      for (const image of frame.querySelectorAll("img")) {
        image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
      }
    }
  }

  /** The pixel under a place of the frame, 0 to 1 each way, in every pane. */
  private showProbe(u: number, v: number): void {
    const texts: string[] = [];
    let place = "";
    for (const pane of this.panes) {
      pane.cross.hidden = false;
      pane.cross.style.left = `${100 * u}%`;
      pane.cross.style.top = `${100 * v}%`;
      const at = pane.frame.classList.contains("mixes") ? null : this.pixelAt(pane, u, v);
      if (!at) continue;
      place ||= `x ${at.x}, y ${at.y}`;
      texts.push(`${pane.kind} ${at.colour}`);
    }
    this.probe.textContent = place === "" ? "" : `${place}: ${texts.join(" \u00b7 ")}`;
  }

  private pixelAt(pane: Pane, u: number, v: number): { x: number; y: number; colour: string } | null {
    const { image, frame } = pane;
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || frame.classList.contains("absent")) return null;
    const box = frame.getBoundingClientRect();
    // The picture is as large as fits into the frame, in its middle.
    const scale = Math.min(box.width / width, box.height / height);
    const left = (box.width - width * scale) / 2;
    const top = (box.height - height * scale) / 2;
    const x = Math.floor(((u * box.width - this.x) / this.zoom - left) / scale);
    const y = Math.floor(((v * box.height - this.y) / this.zoom - top) / scale);
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    pane.pixels ??= readPixels(image);
    const data = pane.pixels?.getImageData(x, y, 1, 1).data;
    if (!data) return null;
    const hex = [...data.slice(0, 3)].map((part) => part.toString(16).padStart(2, "0"));
    return { x, y, colour: `#${hex.join("")}` };
  }
}

/** Why there is no picture, in the server's words. */
async function reasonOf(src: string): Promise<string> {
  const problem = await get<unknown>(src).catch((why: unknown) => why);
  const refused = problem instanceof ApiError && (problem.status === 0 || problem.status >= 400);
  return refused ? problem.message : "it cannot be shown";
}

function readPixels(image: HTMLImageElement): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  return context;
}
