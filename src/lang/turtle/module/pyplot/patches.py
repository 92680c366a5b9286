# Patches: closed outlines with a face and an edge. What later releases of matplotlib want named, an
# angle say, may stand at its place here as it may in earlier ones.
import math

from matplotlib import _namespace, _unknown
from matplotlib._artists import Artist, Line2D
from matplotlib._colors import _on_paper
from matplotlib._path import Affine2D, Path, _arc, _points


class Patch(Artist):
    """A face, if it is filled, and an edge, if it has a colour or there is no face."""

    _styles = frozenset({"edgecolor", "facecolor", "fill", "hatch"})
    _has_edge = False  # where no colour is given and there is a face

    def __init__(self, keywords):
        super().__init__(keywords)
        if self._style.get("hatch"):
            _unknown(type(self).__name__, "hatch")

    def _width(self):
        return float(self._get("linewidth", 1.0))

    def _filled(self):
        return bool(self._style.get("fill", True))

    def _face(self):
        color = self._get("color", self._get("facecolor", "C0"))
        return _on_paper(color, self._style.get("alpha")) if self._filled() else None

    def _edge(self):
        color = self._get("color", self._style.get("edgecolor"))
        if color is None and (self._has_edge or not self._filled()):
            color = "black"
        return _on_paper(color, self._style.get("alpha"))

    def set_color(self, c):
        """Of face and edge."""
        self._update({"color": c})

    def set_facecolor(self, color):
        """Of the face; what `color` said about the edge stays."""
        self._update({"edgecolor": self._get("color", self._style.get("edgecolor")),
                      "facecolor": color, "color": None})

    def set_edgecolor(self, color):
        """Of the edge; what `color` said about the face stays."""
        self._update({"facecolor": self._get("color", self._style.get("facecolor")),
                      "edgecolor": color, "color": None})

    set_fc, set_ec = set_facecolor, set_edgecolor

    def get_path(self):
        """Its outline."""
        return Path([point for points, closed in self._shape() for point in points])

    def get_xy(self):
        """Its corner or centre."""
        return self.xy

    def _shape(self):
        """The outlines before they are moved."""
        raise NotImplementedError

    def _outlines(self):
        return [(self._moved(points), closed) for points, closed in self._shape()]

    def _paint(self, sheet):
        outlines = self._outlines()
        face, edge, dashes = self._face(), self._edge(), self._dashes()
        if face:
            sheet.fill([points for points, closed in outlines], face)
        for points, closed in outlines:
            if edge and dashes != ():
                sheet.stroke(points + points[:1] if closed else points, edge, self._width(), dashes)


def _turned(points, center, angle):
    if not angle:
        return points
    return Affine2D().rotate_deg_around(*center, angle)._moved(points)


class Ellipse(Patch):
    """An ellipse by its centre and whole axes."""

    def __init__(self, xy, width, height, angle=0, **keywords):
        super().__init__(keywords)
        (self.center,) = _points([xy])
        self.xy = self.center
        self.width, self.height, self.angle = float(width), float(height), float(angle)

    def _along(self, start, end):
        x, y = self.center
        points = [(x + self.width / 2 * c, y + self.height / 2 * s) for c, s in _arc(start, end)]
        return _turned(points, self.center, self.angle)

    def _shape(self):
        return [(self._along(0, 360)[:-1], True)]

    def _marks(self):
        return range(0, 360, 45)

    def _extent(self):
        """matplotlib looks where its curves begin, end and turn before the ellipse is turned, so
        that the limits of one that lies askew are too narrow by a little."""
        points = [self._along(each, each)[0] for each in self._marks()]
        return self._moved(points)

    def set_center(self, xy):
        """Moves it."""
        (self.center,) = _points([xy])


class Circle(Ellipse):
    """A circle."""

    def __init__(self, xy, radius=5, **keywords):
        super().__init__(xy, 2 * float(radius), 2 * float(radius), **keywords)
        self.radius = float(radius)

    def set_radius(self, radius):
        """Another size."""
        self.radius = float(radius)
        self.width = self.height = 2 * self.radius

    def get_radius(self):
        """Its size."""
        return self.radius


class Arc(Ellipse):
    """A part of an ellipse; it has no face. Its angles are those of the ellipse's own picture: a
    point that lies at 45 degrees on it does so whatever the axes are."""

    def __init__(self, xy, width, height, angle=0.0, theta1=0.0, theta2=360.0, **keywords):
        if keywords.pop("fill", False):
            raise ValueError("an arc cannot be filled")
        super().__init__(xy, width, height, angle=angle, fill=False, **keywords)
        self.theta1, self.theta2 = float(theta1), float(theta2)

    def _stretched(self, degrees):
        if self.width == self.height or not self.height:
            return degrees
        angle = math.radians(degrees)
        flat = math.degrees(math.atan2(self.width * math.sin(angle), self.height * math.cos(angle)))
        return flat + 360 * round((degrees - flat) / 360)

    def _ends(self):
        start, sweep = self._stretched(self.theta1), self.theta2 - self.theta1
        if abs(sweep) >= 360 and sweep % 360 == 0:
            return start, start + 360
        return start, start + (self._stretched(self.theta2) - start) % 360

    def _shape(self):
        return [(self._along(*self._ends()), False)]

    def _marks(self):
        start, end = self._ends()
        pieces = 2 ** math.ceil((end - start) / 90)
        quarters = [90.0 * i for i in range(math.ceil(start / 90), math.floor(end / 90) + 1)]
        return [start + (end - start) * i / pieces for i in range(pieces + 1)] + quarters


class Wedge(Patch):
    """A slice of a circle, or of a ring."""

    def __init__(self, center, r, theta1, theta2, width=None, **keywords):
        super().__init__(keywords)
        (self.center,) = _points([center])
        self.r, self.theta1, self.theta2 = float(r), float(theta1), float(theta2)
        self.width = None if width is None else float(width)

    def _shape(self):
        sweep = self.theta2 - self.theta1
        whole = abs(sweep) >= 360 and sweep % 360 == 0
        end = self.theta1 + (360 if whole else sweep % 360)
        x, y = self.center
        around = _arc(self.theta1, end)
        outer = [(x + self.r * c, y + self.r * s) for c, s in around]
        if self.width is None:
            return [(outer if whole else outer + [self.center], True)]
        inner = [(x + (self.r - self.width) * c, y + (self.r - self.width) * s) for c, s in around]
        if whole:
            return [(outer, True), (inner[::-1], True)]
        return [(outer + inner[::-1], True)]


class Rectangle(Patch):
    """A rectangle by its lower left corner."""

    def __init__(self, xy, width, height, angle=0.0, *, rotation_point="xy", **keywords):
        super().__init__(keywords)
        (self.xy,) = _points([xy])
        self.width, self.height, self.angle = float(width), float(height), float(angle)
        self._around = rotation_point

    def _shape(self):
        x, y = self.xy
        right, top = x + self.width, y + self.height
        around = self._around
        if around == "xy":
            around = self.xy
        elif around == "center":
            around = ((x + right) / 2, (y + top) / 2)
        return [(_turned([(x, y), (right, y), (right, top), (x, top)], around, self.angle), True)]


class Polygon(Patch):
    """A polygon by its corners."""

    def __init__(self, xy, closed=True, **keywords):
        super().__init__(keywords)
        self.xy, self._closed = _points(xy), bool(closed)

    def set_xy(self, xy):
        """Other corners."""
        self.xy = _points(xy)

    def _shape(self):
        return [(self.xy, self._closed)] if self.xy else []


class RegularPolygon(Patch):
    """A polygon with equal sides, its first corner on top."""

    def __init__(self, xy, numVertices, radius=5, orientation=0, **keywords):
        super().__init__(keywords)
        (self.xy,) = _points([xy])
        self.numvertices, self.radius = int(numVertices), float(radius)
        self.orientation = float(orientation)

    def _shape(self):
        (x, y), start = self.xy, 90 + math.degrees(self.orientation)
        turns = [start + 360 * i / self.numvertices for i in range(self.numvertices)]
        corners = [_arc(each, each)[0] for each in turns]
        return [([(x + self.radius * c, y + self.radius * s) for c, s in corners], True)]


class CirclePolygon(RegularPolygon):
    """A polygon that stands for a circle."""

    def __init__(self, xy, radius=5, resolution=20, **keywords):
        super().__init__(xy, resolution, radius, 0, **keywords)


class PathPatch(Patch):
    """Any outline. It has a black edge where no other is asked for."""

    _has_edge = True

    def __init__(self, path, **keywords):
        super().__init__(keywords)
        self._path = path

    def _shape(self):
        return self._path._outlines()


class Collection(Patch):
    """Patches or lines with one style."""

    def __init__(self, parts, keywords, joined=False):
        super().__init__(keywords)
        self._parts, self._joined = parts, joined

    def _outlines(self):
        return [(self._moved(points), closed) for part in self._parts
                for points, closed in part._outlines()]

    def _of_part(self, name, i):
        """Styles may be lists, which the parts take in turn."""
        value = self._style[name]
        if not isinstance(value, (list, tuple)) or not value:
            return value
        one = isinstance(value[0], (int, float)) and "color" in name  # red, green and blue
        several = not one and (isinstance(value, list) or isinstance(value[0], (str, tuple, list)))
        return value[i % len(value)] if several else value

    def _paint(self, sheet):
        if self._joined:
            for part in self._parts:
                part._paint(sheet)
            return
        for i, part in enumerate(self._parts):
            single = Patch({})
            single._style = {name: self._of_part(name, i) for name in self._style}
            single._style["transform"] = None
            single._shape = lambda part=part: [(self._moved(points), closed)
                                               for points, closed in part._outlines()]
            single._paint(sheet)


class PatchCollection(Collection):
    """Patches with one style, or each with its own."""

    def __init__(self, patches, *, match_original=False, **keywords):
        super().__init__(list(patches), keywords, joined=match_original)


class LineCollection(Collection):
    """Lines with one style."""

    _zorder = 2

    def __init__(self, segments, **keywords):
        lines = [_points(each) for each in segments]
        keywords = {"color": "C0", "linewidth": 1.5, **keywords, "fill": False}
        super().__init__([Line2D(*zip(*points)) for points in lines if points], keywords)


_namespace("matplotlib.patches", Patch=Patch, Ellipse=Ellipse, Circle=Circle, Arc=Arc, Wedge=Wedge,
           Rectangle=Rectangle, Polygon=Polygon, RegularPolygon=RegularPolygon,
           CirclePolygon=CirclePolygon, PathPatch=PathPatch)
_namespace("matplotlib.collections", LineCollection=LineCollection, PatchCollection=PatchCollection)
