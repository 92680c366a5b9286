# From data coordinates to the turtle's canvas. The figure lies in the middle of the canvas, a pixel
# a unit, smaller where it would be larger than the sheet. What leaves the axes is cut off, and
# points that are not finite numbers break a line, as on any other device.
#
# Axes themselves (spines, ticks, grid, background) are not painted.
import math
import turtle

_LARGEST = 800.0  # pixels, of a figure's longer side
_POINT = 100 / 72  # pixels
_LIGHTEST_INK = 200_000  # thousandths of a grey
_MOST_BANDS = 1600


class Pen:
    """The only place that draws."""

    def __init__(self):
        screen = turtle.Screen()
        screen.clear()
        self._turtle = turtle.RawTurtle(screen, undobuffersize=0, visible=False)
        self._turtle.setundobuffer(None)
        self._turtle.penup()
        self._inked = False

    def _is_seen(self, color):
        """White on paper that is still white is not: it must not count for the drawing's extent."""
        red, green, blue = (int(color[i:i + 2], 16) for i in (1, 3, 5))
        self._inked = self._inked or 299 * red + 587 * green + 114 * blue <= _LIGHTEST_INK
        return self._inked

    def line(self, points, color, width):
        """A row of at least two points."""
        if not self._is_seen(color):
            return
        pen = self._turtle
        pen.pencolor(color)
        pen.pensize(width)
        pen.goto(points[0])
        pen.pendown()
        for each in points[1:]:
            pen.goto(each)
        pen.penup()

    def polygon(self, points, color):
        """A face without an edge."""
        if not self._is_seen(color):
            return
        pen = self._turtle
        pen.fillcolor(color)
        pen.goto(points[0])
        pen.begin_fill()
        for each in points[1:]:
            pen.goto(each)
        pen.end_fill()

    def dot(self, point, color, size):
        """A round dot."""
        if not self._is_seen(color):
            return
        self._turtle.goto(point)
        self._turtle.dot(size, color)

    def write(self, point, text, color, size, align):
        """Words."""
        if not self._is_seen(color):
            return
        self._turtle.pencolor(color)
        self._turtle.goto(point)
        self._turtle.write(text, align=align, font=("Arial", max(int(size), 1), "normal"))


def _is_finite(point):
    return math.isfinite(point[0]) and math.isfinite(point[1])


def _unbroken(points):
    """The rows of finite points."""
    row = []
    for each in points:
        if _is_finite(each):
            row.append(each)
        elif row:
            yield row
            row = []
    if row:
        yield row


def _clipped_part(a, b, box):
    """Which part of a line lies in the box, from 0 to 1, or None."""
    begin, end = 0.0, 1.0
    for axis in (0, 1):
        step = b[axis] - a[axis]
        for bound, sign in ((box[axis], 1), (box[axis + 2], -1)):
            room = sign * (a[axis] - bound)
            speed = sign * step
            if speed == 0:
                if room < 0:
                    return None
            elif speed > 0:
                begin = max(begin, -room / speed)
            else:
                end = min(end, -room / speed)
    return (begin, end) if begin <= end else None


def _between(a, b, share):
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _is_inside(point, box):
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _circle(center, radius):
    turns = [math.tau * i / 64 for i in range(65)]
    return [(center[0] + radius * math.cos(each), center[1] + radius * math.sin(each))
            for each in turns]


def _clipped_lines(points, box):
    """The rows of points that are left of a line in a box."""
    if all(_is_inside(each, box) for each in points):
        return [points]
    rows, row = [], []
    for a, b in zip(points, points[1:]):
        part = _clipped_part(a, b, box)
        if part is None:
            row = []
            continue
        begin, end = part
        if begin > 0 or not row:
            row = [_between(a, b, begin)]
            rows.append(row)
        row.append(b if end >= 1 else _between(a, b, end))
        if end < 1:
            row = []
    return [each for each in rows if len(each) > 1]


def _clipped_polygon(points, box):
    """A polygon cut at the four sides of a box, one after the other."""
    for axis, side in ((0, 0), (1, 1), (0, 2), (1, 3)):
        bound, sign = box[side], 1 if side < 2 else -1
        kept = []
        for i, b in enumerate(points):
            a = points[i - 1]
            room_a, room_b = sign * (a[axis] - bound), sign * (b[axis] - bound)
            if (room_a < 0) != (room_b < 0):
                kept.append(_between(a, b, room_a / (room_a - room_b)))
            if room_b >= 0:
                kept.append(b)
        points = kept
        if not points:
            break
    return points


def _at(edge, y):
    """How far to the right a side is at a height, or at its end that is nearest to it."""
    (x0, y0), (x1, y1), _ = edge
    return x0 + (x1 - x0) * min(max((y - y0) / (y1 - y0), 0.0), 1.0)


def _rising_edges(rings):
    """The sides of polygons, each from its lower end, with the way it was drawn."""
    edges = []
    for ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1]):
            if a[1] != b[1]:
                edges.append((a, b, 1) if a[1] < b[1] else (b, a, -1))
    return sorted(edges, key=lambda edge: edge[0][1])


def _share_of_sides(spans):
    """How many sides there are, on the average, over a place of the axis."""
    whole = max((end for _, end, _ in spans), default=0) - min((s[0] for s in spans), default=0)
    return sum(end - begin for begin, end, _ in spans) / (whole or 1.0)


def _crossings(edges):
    """The heights at which sides cross, or begin to run together the same way."""
    # Along the axis on which the sides are short, few pairs have to be looked at.
    spans = [[sorted((a[axis], b[axis])) + [edge] for edge in edges for a, b in [edge[:2]]]
             for axis in (0, 1)]
    spans = min(spans, key=_share_of_sides)
    spans.sort(key=lambda span: span[0])
    heights = set()
    for i, (_, end, one) in enumerate(spans):
        for j in range(i + 1, len(spans)):
            begin, _, other = spans[j]
            if begin > end:
                break
            low, high = max(one[0][1], other[0][1]), min(one[1][1], other[1][1])
            if low >= high:
                continue
            below, above = _at(one, low) - _at(other, low), _at(one, high) - _at(other, high)
            if below * above < 0:
                heights.add(low + (high - low) * below / (below - above))
            elif max(abs(below), abs(above)) < 1e-9 and one[2] == other[2]:
                heights.add(low)
    return heights


def _by_winding(rings):
    """Polygons that the even-odd rule fills as the rule of winding numbers fills these. The canvas
    knows the one, matplotlib follows the other: the middle of a star that crosses itself is full.
    What crosses nothing stays as it is; all else is cut into level bands, one trapezium for each
    piece of a band that is inside."""
    edges = _rising_edges(rings)
    crossings = _crossings(edges)
    if not crossings and len(rings) == 1:
        return rings
    heights = sorted(crossings.union(*({a[1], b[1]} for a, b, _ in edges)))
    if len(heights) > _MOST_BANDS:  # more than pixels: bands that are not exact do not show it
        step = (heights[-1] - heights[0]) / _MOST_BANDS
        heights = [heights[0] + step * i for i in range(_MOST_BANDS + 1)]
    parts, active, following = [], [], 0
    for low, high in zip(heights, heights[1:]):
        middle = (low + high) / 2
        while following < len(edges) and edges[following][0][1] <= middle:
            active.append(edges[following])
            following += 1
        active = [edge for edge in active if edge[1][1] > middle]
        if high - low < 1e-6:
            continue
        turns, left = 0, None
        for edge in sorted(active, key=lambda edge: _at(edge, middle)):
            left = edge if turns == 0 else left
            turns += edge[2]
            if turns == 0:
                lower = [(_at(left, low), low), (_at(edge, low), low)]
                # Bands overlap by a little, so that no seam is seen between them.
                seam = [(x, y - 0.5) for x, y in lower] if low > heights[0] else []
                parts.append([*seam, lower[1], (_at(edge, high), high), (_at(left, high), high),
                              lower[0]])
    return parts


def _dashed(points, pattern):
    """A line in pieces; lengths of dashes and gaps alternate."""
    if sum(pattern) <= 0.01 or min(pattern) < 0:
        return [points]
    pieces, piece, at, left = [], [points[0]], 0, pattern[0]
    for a, b in zip(points, points[1:]):
        length, done = math.dist(a, b), 0.0
        while length - done > left:
            done += left
            corner = _between(a, b, done / length)
            if at % 2 == 0:
                pieces.append(piece + [corner])
            at += 1
            piece, left = [corner], pattern[at % len(pattern)]
        left -= length - done
        piece.append(b)
    if at % 2 == 0 and len(piece) > 1:
        pieces.append(piece)
    return pieces


class Sheet:
    """Axes on the canvas: `box` in pixels of the figure, `view` the limits of the data."""

    def __init__(self, pen, figure_size, box, view):
        self._pen, self.view = pen, view
        width, height = figure_size
        self._scale = min(1.0, _LARGEST / max(width, height))
        left, bottom, right, top = box
        x0, x1, y0, y1 = view
        self._x = (self._scale * (right - left) / (x1 - x0), self._scale * (left - width / 2), x0)
        self._y = (self._scale * (top - bottom) / (y1 - y0), self._scale * (bottom - height / 2), y0)
        corners = [self._place((x0, y0)), self._place((x1, y1))]
        rim = 1e-6 * _LARGEST
        self._box = (min(c[0] for c in corners) - rim, min(c[1] for c in corners) - rim,
                     max(c[0] for c in corners) + rim, max(c[1] for c in corners) + rim)
        self.clips = True

    def _place(self, point):
        (a, b, c), (d, e, f) = self._x, self._y
        return b + a * (point[0] - c), e + d * (point[1] - f)

    def _placed(self, points):
        return [self._place(each) for each in points]

    def stroke(self, points, color, width, dashes):
        """A line through points."""
        thick = width * _POINT * self._scale
        for row in _unbroken(self._placed(points)):
            rows = [row] if not self.clips else _clipped_lines(row, self._box)
            for each in rows:
                if len(each) < 2:
                    continue
                parts = _dashed(each, [thick * d for d in dashes]) if dashes else [each]
                for part in parts:
                    self._pen.line(part, color, thick)

    def fill(self, outlines, color):
        """A face; several outlines are one face, with holes where they turn the other way."""
        rings = [[each for each in self._placed(points) if _is_finite(each)] for points in outlines]
        if self.clips:
            rings = [_clipped_polygon(ring, self._box) for ring in rings]
        for ring in _by_winding([ring for ring in rings if len(ring) > 2]):
            self._pen.polygon(ring + ring[:1], color)

    def dots(self, points, color, size):
        """Round dots, their size in points; one on the edge of the axes is cut."""
        size *= _POINT * self._scale
        for each in self._placed(points):
            if not _is_finite(each):
                continue
            corners = [(each[0] + side, each[1] + side) for side in (-size / 2, size / 2)]
            if not self.clips or all(_is_inside(corner, self._box) for corner in corners):
                self._pen.dot(each, color, size)
                continue
            ring = _clipped_polygon(_circle(each, size / 2), self._box)
            if len(ring) > 2:
                self._pen.polygon(ring + ring[:1], color)

    def rings(self, points, color, size, width):
        """Round rims, their size and width in points."""
        radius, thick = size * _POINT * self._scale / 2, width * _POINT * self._scale
        for each in self._placed(points):
            ring = _circle(each, radius)
            if _is_finite(each):
                for row in _clipped_lines(ring, self._box) if self.clips else [ring]:
                    self._pen.line(row, color, thick)

    def text(self, point, text, color, size, align):
        """Words, their size in points."""
        place = self._place(point)
        if _is_finite(place) and align in ("left", "center", "right"):
            self._pen.write(place, text, color, size * self._scale, align)
