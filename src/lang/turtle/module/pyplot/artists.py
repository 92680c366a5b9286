# What can be seen on axes: lines, dots, patches, texts. Each knows its outlines in data coordinates
# and how it is painted; where that is on the sheet is for the axes to say.
#
# Styles are keywords. Those that cannot change the shape are taken and forgotten; one that is not
# known ends the program, because it could.
import math

from matplotlib import _namespace, _unknown
from matplotlib._colors import _on_paper
from matplotlib._path import Affine2D, Path, _all_numbers, _arc, _DataTransform, _numbers, _points

_SHORT = {"lw": "linewidth", "c": "color", "ls": "linestyle", "ec": "edgecolor", "fc": "facecolor",
          "aa": "antialiased", "ms": "markersize", "mec": "markeredgecolor",
          "mfc": "markerfacecolor", "mew": "markeredgewidth", "linewidths": "linewidth",
          "linestyles": "linestyle", "edgecolors": "edgecolor", "facecolors": "facecolor",
          "colors": "color", "antialiaseds": "antialiased"}
_WITHOUT_EFFECT = {"label", "antialiased", "solid_capstyle", "solid_joinstyle", "dash_capstyle",
                   "dash_joinstyle", "capstyle", "joinstyle", "gid", "picker", "rasterized", "snap",
                   "url", "animated", "in_layout", "scalex", "scaley",
                   "clip_box", "agg_filter", "pickradius", "figure", "axes"}
_OF_ALL = {"color", "alpha", "zorder", "visible", "transform", "clip_on", "linewidth", "linestyle"}
_DASHES = {"--": (3.7, 1.6), "-.": (6.4, 1.6, 1.0, 1.6), ":": (1.0, 1.65), "-": None}
_LINE_NAMES = {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":"}
_NO_LINE = ("", " ", "none", "None")
_ROUND_MARKERS = {"o": 1.0, ".": 0.5, ",": 0.1}


def _first(value):
    """The first of several colours or widths."""
    several = isinstance(value, (list, tuple)) and value and (
        isinstance(value, list) and len(value) not in (3, 4)
        or isinstance(value[0], (str, list, tuple)))
    return value[0] if several else value


class Artist:
    """Something with a style."""

    _styles = frozenset()
    _zorder = 1

    def __init__(self, keywords):
        self._style = {}
        self._update(keywords)

    def _update(self, keywords):
        for name, value in keywords.items():
            name = _SHORT.get(name, name)
            if name in _WITHOUT_EFFECT:
                continue
            if name not in _OF_ALL and name not in self._styles:
                _unknown(type(self).__name__, name)
            self._style[name] = value

    def __getattr__(self, name):
        setting = _SHORT.get(name[4:], name[4:])
        known = setting in _OF_ALL or setting in type(self)._styles
        if name.startswith("set_") and (known or setting in _WITHOUT_EFFECT):
            return lambda value=None, *ignored, **options: self._update({setting: value})
        if name.startswith("get_") and known:
            return lambda: self._style.get(setting)
        return _unknown(type(self).__name__, name)

    def set(self, **keywords):
        """Several settings."""
        self._update(keywords)
        return self

    update = set

    def remove(self):
        """Takes it from its axes."""
        if "axes" in vars(self) and self in self.axes._artists:
            self.axes._artists.remove(self)

    def _get(self, name, default=None):
        value = self._style.get(name)
        return default if value is None else value

    @property
    def zorder(self):
        """Higher ones are painted later."""
        return float(self._get("zorder", self._zorder))

    def _moved(self, points):
        move = self._style.get("transform")
        if move is None or isinstance(move, _DataTransform):
            return points
        if not isinstance(move, Affine2D) or not move._from_data:
            _unknown(type(self).__name__, "transform")  # pixels, if it does not end in data
        return move._moved(points)

    def _extent(self):
        """Points that the limits of the axes have to hold."""
        return [point for points, closed in self._outlines() for point in points]

    def _widen(self, axes):
        axes.update_datalim(self._extent())

    def _outlines(self):
        return []

    def _dashes(self):
        """Lengths of dashes and gaps by the width of the line; None is a line without gaps, and
        the empty tuple no line."""
        style = self._get("linestyle", "-")
        if isinstance(style, tuple):
            pattern = style[1] if len(style) == 2 and not isinstance(style[1], (int, float)) else style
            return tuple(_numbers(pattern)) or None if pattern is not None else None
        style = _LINE_NAMES.get(style, style)
        if style in _NO_LINE or self._width() <= 0:
            return ()
        if style not in _DASHES:
            raise ValueError("%r is not a valid style of lines" % (style,))
        return _DASHES[style]

    def _width(self):
        return float(self._get("linewidth", 1.5))


class Line2D(Artist):
    """A row of points, joined by lines or marked by dots."""

    _styles = frozenset({"marker", "markersize", "markerfacecolor", "markeredgecolor", "dashes",
                         "markeredgewidth", "fillstyle", "drawstyle", "markevery"})
    _zorder = 2

    def __init__(self, xdata, ydata, linewidth=None, linestyle=None, color=None, **keywords):
        given = {"linewidth": linewidth, "linestyle": linestyle, "color": color}
        super().__init__({**{name: each for name, each in given.items() if each is not None},
                          **keywords})
        self.set_data(xdata, ydata)
        if self._style.get("drawstyle") not in (None, "default"):
            _unknown("Line2D", "drawstyle")
        if self._style.get("markevery") is not None:
            _unknown("Line2D", "markevery")

    def set_data(self, *data):
        """Other points."""
        x, y = data[0] if len(data) == 1 else data
        self._x, self._y = _numbers(x), _numbers(y)
        if len(self._x) != len(self._y):
            raise ValueError("x and y must have the same length, but have %d and %d"
                             % (len(self._x), len(self._y)))

    def set_xdata(self, x):
        """Other x coordinates."""
        self._x = _numbers(x)

    def set_ydata(self, y):
        """Other y coordinates."""
        self._y = _numbers(y)

    def get_data(self):
        """Both rows of coordinates."""
        return list(self._x), list(self._y)

    def get_xdata(self):
        """The x coordinates."""
        return list(self._x)

    def get_ydata(self):
        """The y coordinates."""
        return list(self._y)

    def _outlines(self):
        points = self._moved(list(zip(self._x, self._y)))
        return [(points, False)] if points else []

    def _paint(self, sheet):
        color = self._get("color", "C0")
        pen = _on_paper(color, self._style.get("alpha"))
        dashes = self._dashes()
        if self._style.get("dashes") not in (None, (None, None)) and dashes != ():
            dashes = tuple(_numbers(self._style["dashes"]))
        for points, _ in self._outlines():
            if pen and dashes != ():
                sheet.stroke(points, pen, self._width(), dashes)
            self._paint_markers(sheet, points, color)

    def _paint_markers(self, sheet, points, color):
        marker = self._style.get("marker")
        if marker is None or marker in _NO_LINE:
            return
        if marker not in _ROUND_MARKERS:
            _unknown("marker", str(marker))
        size = float(self._get("markersize", 6.0)) * _ROUND_MARKERS[marker]
        _paint_dots(sheet, points, size, self._get("markerfacecolor", color),
                    self._get("markeredgecolor", color), self._get("markeredgewidth", 1.0),
                    self._style.get("alpha"))


def _paint_dots(sheet, points, size, face, edge, width, alpha):
    """Dots with a rim, half of which lies outside."""
    face, rim, width = _on_paper(face, alpha), _on_paper(edge, alpha), max(float(width), 0.0)
    if rim and width and rim == face:
        sheet.dots(points, face, size + width)
        return
    if face:
        sheet.dots(points, face, size)
    if rim and width:
        sheet.rings(points, rim, size, width)


class Dots(Artist):
    """What scatter makes."""

    _styles = frozenset({"edgecolor", "facecolor"})

    def __init__(self, x, y, sizes, keywords):
        super().__init__(keywords)
        self._points = list(zip(_all_numbers(x), _all_numbers(y)))
        self._sizes = _numbers(sizes)

    def _outlines(self):
        return [(self._moved(self._points), False)] if self._points else []

    def _paint(self, sheet):
        face = _first(self._get("color", self._get("facecolor", "C0")))
        edge = _first(self._get("edgecolor", "face"))
        edge = face if edge == "face" else edge
        for i, point in enumerate(self._moved(self._points)):
            size = self._sizes[i % len(self._sizes)] if self._sizes else 36.0
            _paint_dots(sheet, [point], math.sqrt(max(size, 0.0)), face, edge,
                        _first(self._get("linewidth", 1.5)), self._style.get("alpha"))


class Text(Artist):
    """Words."""

    _styles = frozenset({"fontsize", "size", "ha", "horizontalalignment", "va", "rotation",
                         "verticalalignment", "weight", "fontweight", "family", "fontfamily",
                         "style", "fontstyle", "wrap"})
    _zorder = 3

    def __init__(self, x, y, s, keywords):
        super().__init__(keywords)
        self._at, self._text = (float(x), float(y)), str(s)
        if self._get("rotation", 0) not in (0, "horizontal"):
            _unknown("text", "rotation")

    def _paint(self, sheet):
        size = self._get("fontsize", self._get("size", 10.0))
        align = self._get("ha", self._get("horizontalalignment", "left"))
        paint = _on_paper(self._get("color", "black"), self._style.get("alpha"))
        if paint:
            size = float(size) if isinstance(size, (int, float)) else 10.0
            sheet.text(self._moved([self._at])[0], self._text, paint, size, align)


class SpanLine(Artist):
    """A line across the axes (axhline, axvline), from edge to edge."""

    _zorder = 2

    def __init__(self, place, begin, end, upright, keywords):
        super().__init__(keywords)
        self._place, self._ends, self._upright = float(place), (float(begin), float(end)), upright

    def _widen(self, axes):
        axes.update_datalim([(self._place,) * 2], updatex=self._upright, updatey=not self._upright)

    def _paint(self, sheet):
        pen = _on_paper(self._get("color", "C0"), self._style.get("alpha"))
        low, high = sheet.view[2:] if self._upright else sheet.view[:2]
        ends = [low + (high - low) * each for each in self._ends]
        points = [(self._place, each) if self._upright else (each, self._place) for each in ends]
        if pen and self._dashes() != ():
            sheet.stroke(points, pen, self._width(), self._dashes())


_namespace("matplotlib.lines", Line2D=Line2D)
_namespace("matplotlib.text", Text=Text)
_namespace("matplotlib.artist", Artist=Artist)
