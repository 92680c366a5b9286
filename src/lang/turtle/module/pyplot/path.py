# Outlines: straight pieces and curves, which become straight pieces at once, and what moves them.
# A curve has so many pieces that no pixel of a drawing tells it from the true one.
import math

from matplotlib import _namespace, _unknown

_FULL_CIRCLE = 128  # pieces


def _numbers(values):
    """Any row of numbers as a list of floats; one number is a row of one."""
    if isinstance(values, (str, bytes)):
        _unknown("pyplot", "text as coordinates")
    try:
        rows = list(values)
    except TypeError:
        return [float(values)]
    return [float(each) for each in rows]


def _all_numbers(values):
    """The numbers of a row, or of a table by its rows."""
    if _is_row(values) and any(_is_row(each) for each in values):
        return [number for each in values for number in _all_numbers(each)]
    return _numbers(values)


def _is_row(value):
    """Whether it is a row of things, not one number."""
    return not isinstance(value, (str, bytes, int, float)) and hasattr(value, "__len__")


def _points(values):
    points = []
    for each in values:
        x, y = each
        points.append((float(x), float(y)))
    return points


def _arc(start, end):
    """Points of the unit circle between two angles in degrees."""
    count = min(max(math.ceil(abs(end - start) / 360 * _FULL_CIRCLE), 1), 100 * _FULL_CIRCLE)
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return [(math.cos(each), math.sin(each)) for each in angles]


def _bezier(points, pieces=32):
    """A curve by two, three or four control points, its first point left out."""
    degree = len(points) - 1
    curve = []
    for i in range(1, pieces + 1):
        t = i / pieces
        weights = [math.comb(degree, k) * t ** k * (1 - t) ** (degree - k)
                   for k in range(degree + 1)]
        curve.append(tuple(sum(w * p[axis] for w, p in zip(weights, points)) for axis in (0, 1)))
    return curve


class Path:
    """Lines and curves."""

    STOP, MOVETO, LINETO, CURVE3, CURVE4, CLOSEPOLY = 0, 1, 2, 3, 4, 79

    def __init__(self, vertices, codes=None, _interpolation_steps=1, closed=False, readonly=False):
        self.vertices = _points(vertices)
        if codes is None:
            codes = [self.MOVETO] + [self.LINETO] * (len(self.vertices) - 1)
            if closed and len(codes) > 1:
                codes[-1] = self.CLOSEPOLY
        self.codes = [int(each) for each in codes]
        if len(self.codes) != len(self.vertices):
            raise ValueError("there must be a code for each vertex")
        if self.codes and self.codes[0] != self.MOVETO:
            raise ValueError("the first code of a path must be MOVETO")

    def __getattr__(self, name):
        return _unknown("Path", name)

    def _outlines(self):
        """Rows of points, each with whether it is closed."""
        outlines, current, at = [], [], 0
        while at < len(self.codes):
            code, taken = self.codes[at], 1
            if code == self.STOP:
                break
            if code == self.MOVETO:
                if len(current) > 1:
                    outlines.append((current, False))
                current = [self.vertices[at]]
            elif code == self.LINETO:
                current.append(self.vertices[at])
            elif code in (self.CURVE3, self.CURVE4):
                taken = 2 if code == self.CURVE3 else 3
                current += _bezier([current[-1], *self.vertices[at:at + taken]])
            elif code == self.CLOSEPOLY:
                if len(current) > 1:
                    outlines.append((current, True))
                current = current[:1]
            else:
                raise ValueError("%r is not a valid code of a path" % code)
            at += taken
        if len(current) > 1:
            outlines.append((current, False))
        return outlines

    @classmethod
    def _round(cls, points, closed):
        path = cls(points)
        if closed:
            path.vertices.append(path.vertices[0])
            path.codes.append(cls.CLOSEPOLY)
        return path

    @classmethod
    def arc(cls, theta1, theta2, n=None, is_wedge=False):
        """A part of the unit circle."""
        return cls._round(_arc(theta1, theta2), False)

    @classmethod
    def wedge(cls, theta1, theta2, n=None):
        """A slice of the unit circle."""
        return cls._round([(0.0, 0.0)] + _arc(theta1, theta2), True)

    @classmethod
    def make_compound_path(cls, *args):
        """Several as one."""
        return cls([point for each in args for point in each.vertices],
                   [code for each in args for code in each.codes])

    @classmethod
    def circle(cls, center=(0.0, 0.0), radius=1.0, readonly=False):
        """A circle."""
        x, y = center
        return cls._round([(x + radius * c, y + radius * s) for c, s in _arc(0, 360)[:-1]], True)

    @classmethod
    def unit_circle(cls):
        """The circle of radius 1."""
        return cls.circle()

    @classmethod
    def unit_regular_polygon(cls, numVertices):
        """A polygon with its first corner on top."""
        turns = [90 + 360 * i / numVertices for i in range(numVertices)]
        return cls._round([_arc(each, each)[0] for each in turns], True)

    @classmethod
    def unit_regular_star(cls, numVertices, innerCircle=0.5):
        """A star with its first tip on top."""
        turns = [90 + 180 * i / numVertices for i in range(2 * numVertices)]
        points = [_arc(each, each)[0] for each in turns]
        lengths = [1 if i % 2 == 0 else innerCircle for i in range(2 * numVertices)]
        return cls._round([(x * r, y * r) for (x, y), r in zip(points, lengths)], True)


class Affine2D:
    """Moves, turns and stretches points; each call is done after those before it."""

    _from_data = False  # whether it ends with ax.transData; without, points are pixels

    def __init__(self, matrix=None):
        self._m = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        if matrix is not None:
            (a, c, e), (b, d, f) = [[float(each) for each in row] for row in list(matrix)[:2]]
            self._m = (a, b, c, d, e, f)

    def __getattr__(self, name):
        return _unknown("Affine2D", name)

    def _then(self, a, b, c, d, e, f):
        p, q, r, s, t, u = self._m
        self._m = (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s,
                   a * t + c * u + e, b * t + d * u + f)
        return self

    def rotate(self, theta):
        """By radians, around the origin."""
        sine, cosine = math.sin(theta), math.cos(theta)
        return self._then(cosine, sine, -sine, cosine, 0.0, 0.0)

    def rotate_deg(self, degrees):
        """By degrees, around the origin."""
        return self.rotate(math.radians(degrees))

    def rotate_around(self, x, y, theta):
        """By radians, around a point."""
        return self.translate(-x, -y).rotate(theta).translate(x, y)

    def rotate_deg_around(self, x, y, degrees):
        """By degrees, around a point."""
        return self.rotate_around(x, y, math.radians(degrees))

    def scale(self, sx, sy=None):
        """From the origin."""
        return self._then(float(sx), 0.0, 0.0, float(sx if sy is None else sy), 0.0, 0.0)

    def translate(self, tx, ty):
        """By a distance."""
        return self._then(1.0, 0.0, 0.0, 1.0, float(tx), float(ty))

    def __add__(self, other):
        if not isinstance(other, Affine2D):
            return NotImplemented
        joined = Affine2D()
        joined._m, joined._from_data = self._m, other._from_data
        return joined._then(*other._m)

    def _moved(self, points):
        a, b, c, d, e, f = self._m
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]

    def transform(self, values):
        """The points as they are after the moves."""
        from numpy import array
        return array(self._moved(_points(values)))

    def transform_point(self, point):
        """One point."""
        return self._moved(_points([point]))[0]


class _DataTransform(Affine2D):
    """ax.transData: from data to where data are."""

    _from_data = True


_namespace("matplotlib.path", Path=Path)
_namespace("matplotlib.transforms", Affine2D=Affine2D)
