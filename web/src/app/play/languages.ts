// The languages of the playground: what they are called, the suites whose answers are written in
// them, and programs to begin with.

export type LanguageName = "turtle" | "shapes" | "xlogo" | "svg" | "cad";

export interface Example {
  title: string;
  code: string;
}

export interface SuiteChoice {
  suite: string;
  /** KEY:VALUE, where the suite's usual mode asks for something else than a program. */
  mode?: string;
  note?: string;
}

export interface Language {
  name: LanguageName;
  title: string;
  /** What a newcomer must know, in a line. */
  help: string;
  suites: SuiteChoice[];
  examples: Example[];
  /** The target is not a drawing but a world: there is nothing to lay over it. */
  isWorld?: boolean;
}

const SQUARES = `import turtle

t = turtle.Turtle()
t.pensize(3)
colors = ["red", "orange", "green", "blue"]
for i in range(36):
    t.color(colors[i % 4])
    for side in range(4):
        t.forward(100)
        t.left(90)
    t.left(10)
`;

const FLOWER = `def draw(t):
    """A flower of filled petals."""
    t.fillcolor("gold")
    for petal in range(8):
        t.begin_fill()
        t.circle(60, 90)
        t.left(90)
        t.circle(60, 90)
        t.end_fill()
        t.left(45)
`;

const TREE = `import turtle

t = turtle.Turtle()
t.left(90)
t.color("brown")


def branch(length):
    if length < 8:
        return
    t.pensize(length / 10)
    t.forward(length)
    t.left(25)
    branch(length * 0.7)
    t.right(50)
    branch(length * 0.7)
    t.left(25)
    t.penup()
    t.backward(length)
    t.pendown()


branch(90)
`;

const SNOWMAN = `# Circles and squares on a sheet of 512 x 512 pixels.
circle(cx=256, cy=370, radius=100, stroke=6)
circle(cx=256, cy=215, radius=60, stroke=6)
filled_circle(cx=236, cy=200, radius=7)
filled_circle(cx=276, cy=200, radius=7)
filled_square(cx=256, cy=125, size=70)
filled_circle(cx=256, cy=350, radius=9)
filled_circle(cx=256, cy=400, radius=9)
`;

const FRAMES = `square(cx=256, cy=256, size=400, stroke=4)
square(cx=256, cy=256, size=300, stroke=4)
square(cx=256, cy=256, size=200, stroke=4)
filled_circle(cx=256, cy=256, radius=60)
`;

const WALK = `def run():
    for i in range(4):
        move_forward()
        move_forward()
        turn_right()
`;

const PENS = `def run():
    setpc('red')
    for i in range(3):
        move_forward()
    turn_right()
    setpc('blue')
    for i in range(3):
        move_forward()
    turn_right()
    setpc('green')
    for i in range(3):
        move_forward()
`;

const COMMANDS = `; the same language in short words
repeat 4 [ fd fd rt ]
`;

const HOUSE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
  <rect width="200" height="200" fill="#dff1ff"/>
  <circle cx="160" cy="40" r="20" fill="gold"/>
  <rect x="50" y="100" width="100" height="80" fill="#d9a066" stroke="#663931"/>
  <polygon points="40,100 100,50 160,100" fill="#ac3232"/>
  <rect x="88" y="135" width="24" height="45" fill="#663931"/>
</svg>
`;

const WAVES = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">
  <g fill="none" stroke-width="4">
    <path d="M10 40 Q35 10 60 40 T110 40" stroke="#0072b2"/>
    <path d="M10 65 Q35 35 60 65 T110 65" stroke="#009e73"/>
    <path d="M10 90 Q35 60 60 90 T110 90" stroke="#d55e00"/>
  </g>
</svg>
`;

const BLOCK = `SOL;
Line:(223,128);
Line:(223,200);
Line:(128,200);
Line:(128,128);
SOL;
Circle:(175,164,20);
Ext:(128,128,128, 128,128,128, 128, 160,128, Newbody,One-sided);
EOS
`;

const SKETCH = `Circle(center=(0,0), dir=(1,0), radius=2, clockwise=False)
Circle(center=(0,0), dir=(1,0), radius=1.2, clockwise=False)
Line(dir=(1,0), pnt=(0,0), startParam=-3, endParam=3)
Line(dir=(0,1), pnt=(0,0), startParam=-3, endParam=3)
`;

export const LANGUAGES: Language[] = [
  {
    name: "turtle",
    title: "Turtle (Python)",
    help: "Python with the turtle module: a script, or a function draw(t).",
    suites: [{ suite: "turtleai" }, { suite: "turtlebench" }],
    examples: [
      { title: "Squares in a circle", code: SQUARES },
      { title: "Flower", code: FLOWER },
      { title: "Tree", code: TREE },
    ],
  },
  {
    name: "shapes",
    title: "Shapes",
    help: "circle and square have cx, cy, radius or size, and stroke; filled_circle and filled_square have none.",
    suites: [{ suite: "shapecode" }],
    examples: [
      { title: "Snowman", code: SNOWMAN },
      { title: "Frames", code: FRAMES },
    ],
  },
  {
    name: "xlogo",
    title: "XLogo (grid)",
    help: "A turtle on a grid: move_forward(), move_backward(), turn_left(), turn_right(), setpc('red'), and loops.",
    suites: [{ suite: "xlogo" }],
    isWorld: true,
    examples: [
      { title: "Round walk", code: WALK },
      { title: "Coloured lines", code: PENS },
      { title: "Short words", code: COMMANDS },
    ],
  },
  {
    name: "svg",
    title: "SVG",
    help: "Drawings as XML: svg, rect, circle, polygon, path and their like.",
    suites: [
      {
        suite: "sgp",
        mode: "input:indirect",
        note: "Draw the picture; the similarity says how near it is. The question is answered below the program, as in: Answer: B",
      },
    ],
    examples: [
      { title: "House", code: HOUSE },
      { title: "Waves", code: WAVES },
    ],
  },
  {
    name: "cad",
    title: "CAD",
    help: "Sketches that are extruded to solids, on a grid of 0 to 255; or flat sketches.",
    suites: [],
    examples: [
      { title: "Block with a hole", code: BLOCK },
      { title: "Flat sketch", code: SKETCH },
    ],
  },
];

export function languageOf(name: string | null): Language {
  const found = LANGUAGES.find((each) => each.name === name) ?? LANGUAGES[0];
  if (!found) throw new Error("there are no languages");
  return found;
}

/** The language in which answers to a suite are written; null where they are not programs. */
export function languageOfSuite(suite: string): Language | null {
  const found = LANGUAGES.find(({ suites }) =>
    suites.some((each) => each.suite === suite && each.mode === undefined),
  );
  return found ?? null;
}
