// A program's run step by step, as the program writes it (src/scene/replay_json.h).

export interface ReplayPen {
  turtle: number;
  down: boolean;
  filling: boolean;
  shown: boolean;
  color: string | null;
  fill: string | null;
  width: number;
}

interface Life {
  born: number;
  died: number | null;
}

export interface StrokeItem extends Life {
  kind: "stroke";
  color: string;
  width: number;
  points: number[];
  grows?: number[];
}

export interface FillItem extends Life {
  kind: "fill";
  color: string;
  points: number[];
}

export interface StampItem extends Life {
  kind: "stamp";
  color: string | null;
  outline: string | null;
  width: number;
  points: number[];
}

export interface TextItem extends Life {
  kind: "text";
  color: string;
  points: number[];
  text: string;
  align: string;
  family: string;
  size: number;
  style: string;
}

export interface PictureItem extends Life {
  kind: "picture";
  src: string;
}

export type ReplayItem = StrokeItem | FillItem | StampItem | TextItem | PictureItem;

/** line, column, x, y, heading, pen, length */
export type ReplayStep = [number, number, number, number, number, number, number];

export interface ReplayData {
  language: string;
  source: string;
  frames: number;
  view: [number, number, number, number];
  pens: ReplayPen[];
  steps: ReplayStep[];
  items: ReplayItem[];
  backgrounds: [number, string][];
  cut: boolean;
  problem: string;
}

export interface Turtle {
  x: number;
  y: number;
  heading: number;
  pen: ReplayPen;
}

/** Every turtle that has moved by then, where it is; the one that moved last comes last. */
export function turtlesAt(data: ReplayData, step: number): Turtle[] {
  const found = new Map<number, Turtle>();
  for (let i = 0; i < step; ++i) {
    const at = data.steps[i];
    const pen = at && data.pens[at[5]];
    if (!at || !pen) continue;
    found.delete(pen.turtle);
    found.set(pen.turtle, { x: at[2], y: at[3], heading: at[4], pen });
  }
  return [...found.values()];
}
