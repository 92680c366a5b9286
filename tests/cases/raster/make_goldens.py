#!/usr/bin/env python3
"""Draws seeded random shapes with Pillow and writes pillow.tsv, the pixels our drawing must equal.

    python3 make_goldens.py        (Pillow 9.4: other versions draw some polygons differently)

One case a line, separated by tabs:
    kind  canvas width  canvas height  stroke width  coordinates  first 16 digits of SHA-256
The hash is over the raw 8-bit gray pixels, 0 on 255. A stroke width of 0 means filled.
"""

import hashlib
import pathlib
import random

import PIL
from PIL import Image, ImageDraw

SEED = 20240607
OUT = pathlib.Path(__file__).parent / "pillow.tsv"


def draw(kind, size, width, xy):
    image = Image.new("L", size, 255)
    pen = ImageDraw.Draw(image)
    if kind == "line":
        pen.line(xy, fill=0, width=width)
    elif kind == "polygon":
        pen.polygon(xy, **({"outline": 0} if width else {"fill": 0}))
    elif width:
        getattr(pen, kind)(xy, outline=0, width=width)
    else:
        getattr(pen, kind)(xy, fill=0)
    return hashlib.sha256(image.tobytes()).hexdigest()[:16]


class Cases:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []

    def canvas(self):
        side = self.rng.choice([1, 7, 33, 64, 65, 100, 130])
        return side, max(1, side + self.rng.randint(-6, 6))

    def add(self, kind, size, width, xy):
        coordinates = " ".join(str(v) for v in xy)
        digest = draw(kind, size, width, xy)
        self.lines.append(f"{kind}\t{size[0]}\t{size[1]}\t{width}\t{coordinates}\t{digest}")

    def point(self, size, reach=0.4):
        return [
            self.rng.randint(int(-reach * side) - 1, int((1 + reach) * side) + 1) for side in size
        ]

    def box(self, size):
        style = self.rng.randrange(5)
        if style == 0:  # tiny
            x, y = self.point(size, 0.1)
            return [x, y, x + self.rng.randint(0, 5), y + self.rng.randint(0, 5)]
        if style == 1:  # a circle
            x, y = self.point(size)
            r = self.rng.randint(0, size[0])
            return [x - r, y - r, x + r, y + r]
        if style == 2:  # thin
            x, y = self.point(size)
            a, b = self.rng.randint(0, 2), self.rng.randint(0, 2 * size[0])
            if self.rng.random() < 0.5:
                a, b = b, a
            return [x, y, x + a, y + b]
        if style == 3:  # much larger than the canvas
            far = 60 * size[0]
            return [
                self.rng.randint(-far, size[0]),
                self.rng.randint(-far, size[1]),
                self.rng.randint(0, far),
                self.rng.randint(0, far),
            ]
        (x0, y0), (x1, y1) = self.point(size), self.point(size)
        return [min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)]

    def stroke(self, box):
        extent = max(1, min(abs(box[2] - box[0]), abs(box[3] - box[1])))
        return self.rng.choice([1, 1, 2, 3, self.rng.randint(1, extent), extent // 2 + 1, extent + 2])

    def boxes(self, kind, count):
        for _ in range(count):
            size = self.canvas()
            box = self.box(size)
            self.add(kind, size, 0, box)
            size = self.canvas()
            box = self.box(size)
            self.add(kind, size, self.stroke(box), box)
        for _ in range(count // 10):  # corners in the wrong order, and fractions
            size = self.canvas()
            self.add(kind, size, self.rng.randint(0, 4), self.point(size) + self.point(size))
            self.add(kind, size, self.rng.randint(0, 4), self.fractions(sorted(self.point(size) * 2)))

    def fractions(self, xy):
        return [round(v + self.rng.uniform(-0.99, 0.99), 2) for v in xy]

    def small_ellipses(self):
        """Every diameter up to 12 by 12, filled and stroked."""
        for a in range(13):
            for b in range(13):
                self.add("ellipse", (16, 16), 0, [1, 1, 1 + a, 1 + b])
                self.add("ellipse", (16, 16), (a * 5 + b * 3) % 8 + 1, [1, 1, 1 + a, 1 + b])

    def all_lines(self, count):
        for i in range(count):
            size = self.canvas()
            reach = self.rng.choice([0.1, 0.6, 30])
            xy = self.point(size, reach) + self.point(size, reach)
            if i % 8 == 0:
                xy[2] = xy[0]
            elif i % 8 == 1:
                xy[3] = xy[1]
            elif i % 8 == 2:
                xy[3] = xy[1] + xy[2] - xy[0]
            elif i % 8 == 3:
                xy = self.fractions(xy)
            width = 1 if i % 2 else self.rng.choice([-1, 0, 2, 2, 3, 4, 5, 8, 9, 20, 31])
            self.add("line", size, width, xy)

    def polygons(self, count):
        for i in range(count):
            size = self.canvas()
            corners = self.rng.choice([2, 3, 3, 4, 4, 5, 6, 8])
            reach = self.rng.choice([0, 0.3, 4])
            points = [self.point(size, reach) for _ in range(corners)]
            style = i % 6
            if style == 0:  # on a coarse grid: shared corners, level and upright edges
                points = [[x // 8 * 8, y // 8 * 8] for x, y in points]
            elif style == 1:  # a staircase
                for j in range(1, corners):
                    points[j][j % 2] = points[j - 1][j % 2]
            elif style == 2:  # closed explicitly
                points.append(list(points[0]))
            elif style == 3 and i % 12 == 3:  # all on one row, or one column
                points = [[x, points[0][1]] if i % 24 == 3 else [points[0][0], y] for x, y in points]
            elif style == 4 and i % 12 == 4:
                points = [self.fractions(p) for p in points]
            self.add("polygon", size, 1 if i % 4 == 3 else 0, [v for p in points for v in p])


def main():
    cases = Cases(SEED)
    cases.boxes("rectangle", 300)
    cases.boxes("ellipse", 700)
    cases.small_ellipses()
    cases.all_lines(1200)
    cases.polygons(1500)
    header = f"# Made by make_goldens.py with Pillow {PIL.__version__}, seed {SEED}.\n"
    OUT.write_text(header + "\n".join(cases.lines) + "\n")
    print(f"{len(cases.lines)} cases")


if __name__ == "__main__":
    main()
