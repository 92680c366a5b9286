"""The work of shapecode_bench.cc done by Python with Pillow and NumPy, one core.

Written for speed as far as the libraries carry: Pillow draws, NumPy compares, the connected
components work on runs of pixels, not on pixels.

    shapecode_reference.py WORK TIER      prints the rate per second of one kind of work

Each kind runs in a process of its own, as a program that does this work would: what other work left
in the allocator changes NumPy's speed by a factor of up to three.
"""

import ast
import io
import math
import random
import re
import sys
import time

import numpy as np
from PIL import Image, ImageDraw

SIZE = 512
SCENES = 200
KINDS = ("filled_circle", "circle", "filled_square", "square")
TIERS = {  # shapes, extent, stroke, clip probability, largest IoU, overlap needed
    "easy": ((1, 3), (64, 160), (2, 6), 0.0, 0.02, False),
    "medium": ((3, 6), (32, 128), (2, 8), 0.25, 0.35, False),
    "hard": ((6, 10), (16, 128), (1, 10), 1.0, None, True),
}


def bounds(shape):
    kind, cx, cy, extent, _ = shape
    if kind.endswith("circle"):
        return cx - extent, cy - extent, cx + extent, cy + extent
    left, top = cx - extent // 2, cy - extent // 2
    return left, top, left + extent - 1, top + extent - 1


def common_area(a, b):
    width = min(a[2], b[2]) - max(a[0], b[0]) + 1
    height = min(a[3], b[3]) - max(a[1], b[1]) + 1
    return width * height if width > 0 and height > 0 else 0


def area(box):
    return (box[2] - box[0] + 1) * (box[3] - box[1] + 1)


def draw_shape(rng, rules):
    _, extents, strokes, clip, _, _ = rules
    kind = rng.choice(KINDS)
    extent = rng.randint(*extents)
    if clip < 1 and rng.random() >= clip:
        if kind.endswith("circle"):
            low, high = extent, SIZE - 1 - extent
        else:
            low, high = extent // 2, SIZE - extent + extent // 2
    else:
        low, high = 0, SIZE - 1
    cx, cy = rng.randint(low, high), rng.randint(low, high)
    stroke = 0
    if not kind.startswith("filled"):
        widest = extent if kind == "circle" else max(1, (extent + 1) // 2)
        top = min(strokes[1], widest)
        stroke = rng.randint(min(strokes[0], top), top)
    return kind, cx, cy, extent, stroke


def fits(shape, placed, rules):
    box = bounds(shape)
    if rules[3] == 0 and (box[0] < 0 or box[1] < 0 or box[2] >= SIZE or box[3] >= SIZE):
        return False
    if rules[4] is None:
        return True
    for other in map(bounds, placed):
        shared = common_area(box, other)
        if shared / (area(box) + area(other) - shared) > rules[4]:
            return False
    return True


def generate(tier, seed):
    rng, rules = random.Random(seed), TIERS[tier]
    for _ in range(200):
        wanted, placed = rng.randint(*rules[0]), []
        while len(placed) < wanted:
            for _ in range(500):
                shape = draw_shape(rng, rules)
                if fits(shape, placed, rules):
                    placed.append(shape)
                    break
            else:
                break
        if len(placed) < wanted:
            continue
        boxes = list(map(bounds, placed))
        if not rules[5] or any(
            common_area(a, b) for i, a in enumerate(boxes) for b in boxes[:i]
        ):
            return placed
    raise RuntimeError("no scene")


def render(shapes):
    image = Image.new("L", (SIZE, SIZE), 255)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        paint = draw.ellipse if shape[0].endswith("circle") else draw.rectangle
        if shape[4]:
            paint(bounds(shape), outline=0, width=shape[4])
        else:
            paint(bounds(shape), fill=0)
    return image


def to_text(shapes):
    lines = []
    for kind, cx, cy, extent, stroke in shapes:
        name = "radius" if kind.endswith("circle") else "size"
        tail = f", stroke={stroke}" if stroke else ""
        lines.append(f"{kind}(cx={cx}, cy={cy}, {name}={extent}{tail})")
    return "\n".join(lines)


FENCE = re.compile(r"```[^\n]*\n(.*?)\n```", re.S)
NAMES = {
    "filled_circle": ("cx", "cy", "radius"),
    "circle": ("cx", "cy", "radius", "stroke"),
    "filled_square": ("cx", "cy", "size"),
    "square": ("cx", "cy", "size", "stroke"),
}


class BadProgram(Exception):
    pass


def integer(node):
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        sign = -1 if isinstance(node.op, ast.USub) else 1
        node = node.operand
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        raise BadProgram("non_literal_argument")
    return sign * node.value


def parse_call(statement):
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        raise BadProgram("top_level_only")
    call = statement.value
    if not isinstance(call.func, ast.Name):
        raise BadProgram("invalid_function")
    kind = call.func.id
    if kind not in NAMES:
        raise BadProgram("unsupported_function")
    if call.args:
        raise BadProgram("positional_arguments")
    values = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            raise BadProgram("invalid_keyword_argument")
        if keyword.arg in values:
            raise BadProgram("duplicate_argument")
        values[keyword.arg] = integer(keyword.value)
    names = NAMES[kind]
    if any(name not in names for name in values):
        raise BadProgram("unexpected_argument")
    if any(name not in values for name in names):
        raise BadProgram("missing_argument")
    cx, cy, extent = values["cx"], values["cy"], values[names[2]]
    if not (0 <= cx < SIZE and 0 <= cy < SIZE and 1 <= extent <= SIZE):
        raise BadProgram("out_of_range")
    stroke = values.get("stroke", 0)
    if len(names) == 4:
        widest = extent if names[2] == "radius" else max(1, (extent + 1) // 2)
        if not 1 <= stroke <= widest:
            raise BadProgram("invalid_stroke")
    return kind, cx, cy, extent, stroke


def parse(text):
    if not text.strip():
        raise BadProgram("empty_program")
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError) as error:
        raise BadProgram("syntax_error") from error
    return [parse_call(statement) for statement in body]


def score(reply, target):
    found = FENCE.search(reply)
    image = np.asarray(render(parse(found.group(1).strip() if found else reply.strip())))
    same = image == target
    black, wanted = image == 0, target == 0
    union = np.count_nonzero(black | wanted)
    iou = np.count_nonzero(black & wanted) / union if union else 1.0
    return bool(same.all()), float(same.mean()), iou


def components(mask):
    """8-connected components as lists of runs (y, x0, x1), in the order of their first pixel."""
    padded = np.zeros((SIZE, SIZE + 2), np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    starts, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    runs = [(int(y), int(a), int(b) - 1) for (y, a), (_, b) in zip(starts, ends)]
    parent = list(range(len(runs)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    above = 0
    for i, (y, a, b) in enumerate(runs):
        while runs[above][0] < y - 1:
            above += 1
        k = above
        while runs[k][0] == y - 1 and runs[k][1] <= b + 1:
            if runs[k][2] >= a - 1:
                one, two = root(i), root(k)
                parent[max(one, two)] = min(one, two)
            k += 1
    groups = {}
    for i, run in enumerate(runs):
        groups.setdefault(root(i), []).append(run)
    return list(groups.values())


def heuristic(mask):
    ring = np.zeros((SIZE + 2, SIZE + 2), bool)
    ring[1:-1, 1:-1] = mask
    eroded = np.ones_like(mask)
    for dy in range(3):
        for dx in range(3):
            eroded &= ring[dy : dy + SIZE, dx : dx + SIZE]
    # Prefix sums along rows: the eroded share of a run is one subtraction.
    prefix = np.zeros((SIZE, SIZE + 1), np.int32)
    np.cumsum(eroded, axis=1, out=prefix[:, 1:])
    prefix = prefix.tolist()
    shapes = []
    for runs in components(mask):
        count = sum(b - a + 1 for _, a, b in runs)
        x0, x1 = min(r[1] for r in runs), max(r[2] for r in runs)
        y0, y1 = runs[0][0], runs[-1][0]
        width, height = x1 - x0 + 1, y1 - y0 + 1
        if count < 9 or width < 2 or height < 2:
            continue
        inner = sum(prefix[y][b + 1] - prefix[y][a] for y, a, b in runs)
        extent = max(width, height)
        square = count / (width * height) >= 0.9
        filled = inner / count >= 0.55
        size = min(extent if square else max(1, extent // 2), SIZE)
        around = 4 * extent if square else 2 * math.pi * size
        widest = (size + 1) // 2 if square else size
        stroke = 0 if filled else min(max(1, round(count / around)), widest)
        kind = ("filled_" if filled else "") + ("square" if square else "circle")
        shapes.append((kind, (x0 + x1) // 2, (y0 + y1) // 2, size, stroke))
    return shapes


def rate(work, items, seconds=2.0):
    """Calls work(item) over and over; returns calls per second."""
    for item in items[:3]:
        work(item)
    calls, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        for item in items:
            work(item)
            calls += 1
            if time.perf_counter() - started >= seconds:
                break
    return calls / (time.perf_counter() - started)


def encode(image):
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def replies_to(scenes):
    for scene in scenes:
        first = scene[0]
        moved = [(first[0], (first[1] + 1) % SIZE, *first[2:]), *scene[1:]]
        yield "```python\n" + to_text(moved) + "\n```\n", np.asarray(render(scene))


def main():
    work, tier = sys.argv[1:]
    scenes = [generate(tier, seed) for seed in range(SCENES)]
    if work == "mint_and_render":
        result = rate(lambda seed: render(generate(tier, seed)), list(range(SCENES)))
    elif work == "score_replies":
        result = rate(lambda pair: score(*pair), list(replies_to(scenes)))
    elif work == "heuristic":
        result = rate(heuristic, [np.asarray(render(scene)) == 0 for scene in scenes])
    elif work == "png_pillow":
        result = rate(encode, [render(scene) for scene in scenes[:50]])
    else:
        sys.exit(f"no such work: {work}")
    print(result)


if __name__ == "__main__":
    main()
