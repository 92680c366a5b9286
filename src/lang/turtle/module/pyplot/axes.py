# Axes: what is plotted, and which part of it is seen. Limits follow matplotlib: what is added
# widens the extent of the data at once, as it then is, but the view follows only where something
# asks, and then when it is next needed. plot, fill, scatter and the like ask; add_patch, add_line
# and add_collection do not; add_artist does not even widen the extent.
import math

from matplotlib import _inert, _namespace, _unknown
from matplotlib._artists import Artist, Dots, Line2D, SpanLine, Text
from matplotlib._path import _DataTransform, _is_row, _numbers, _points
from matplotlib._patches import Collection, LineCollection, Polygon
from matplotlib._sheet import Sheet, _is_finite

_MARGIN = 0.05
_COLORS = "bgrcmykw"
_MARKERS = ".,ov^<>12348spP*hH+xXDd|_"
_LINES = ("--", "-.", "-", ":")
# Settings of what is not painted.
_UNSEEN = frozenset("""
set_title set_xlabel set_ylabel set_xticks set_yticks set_xticklabels set_yticklabels tick_params
grid legend set_facecolor set_frame_on set_axisbelow minorticks_on minorticks_off locator_params
ticklabel_format set_label set_zorder set_anchor get_xaxis get_yaxis get_legend set_axis_on
set_axis_off set_fc set_rasterized get_xticklabels get_yticklabels get_legend_handles_labels
label_outer set_visible set_alpha get_title
""".split())


def _read_format(text):
    """The colour, marker and line of a format such as 'k--'."""
    color = marker = line = None
    rest = text
    while rest:
        style = next((each for each in _LINES if rest.startswith(each)), None)
        if rest[0] == " " and line is None:
            line, rest = "None", rest[1:]
        elif style and line is None:
            line, rest = style, rest[len(style):]
        elif rest[0] == "C" and rest[1:2].isdecimal() and color is None:
            color, rest = rest[:2], rest[2:]
        elif rest[0] in _COLORS and color is None:
            color, rest = rest[0], rest[1:]
        elif rest[0] in _MARKERS and marker is None:
            marker, rest = rest[0], rest[1:]
        else:
            break
    if rest:
        from matplotlib._colors import to_rgba
        to_rgba(text)  # a whole name of a colour, or an error
        return {"color": text}
    if line is None and marker is not None:
        line = "None"
    return {key: value for key, value in
            (("color", color), ("marker", marker), ("linestyle", line)) if value}


def _columns(values):
    """A row of numbers as one column; a table as its columns."""
    if isinstance(values, (str, bytes, dict)):
        _unknown("plot", "of what are not numbers")
    try:
        rows = list(values)
    except TypeError:
        return [[float(values)]]
    if rows and all(_is_row(each) for each in rows):
        return [list(column) for column in zip(*(_numbers(each) for each in rows))]
    return [_numbers(rows)]


def _band(along, one, other, keywords):
    if keywords.keys() & {"where", "interpolate", "step"}:
        _unknown("fill_between", "where")
    along, one, other = _numbers(along), _numbers(one), _numbers(other)
    one, other = (each * len(along) if len(each) == 1 else each for each in (one, other))
    return along + along[::-1], one + other[::-1]


def _wider(low, high, margin):
    """Limits with their margin; some, where there is nothing between them."""
    if high - low <= 1e-15 * max(abs(low), abs(high)):
        low, high = (-_MARGIN, _MARGIN) if low == high == 0 else (low - _MARGIN * abs(low),
                                                                  high + _MARGIN * abs(high))
    return low - margin * (high - low), high + margin * (high - low)


class Axes:
    """A rectangle of a figure with data on it."""

    def __init__(self, figure, place):
        self.figure = figure
        self._place = place  # left, bottom, width, height as shares of the figure
        self._panel = None  # rows, columns and index in the figure's grid
        self._aspect, self._adjusts_box, self._box_aspect = None, True, None
        self.clear()

    def clear(self):
        """Nothing is plotted; the aspect stays."""
        self._artists, self._views = [], [[0.0, 1.0], [0.0, 1.0]]
        self._data = [[math.inf, -math.inf], [math.inf, -math.inf]]
        self._auto, self._asked = [True, True], [False, False]
        self._margins, self._inverted = [_MARGIN, _MARGIN], [False, False]
        self._colored = 0
        self.transData = _DataTransform()
        self.axes = self

    cla = clear

    def __getattr__(self, name):
        if name in _UNSEEN:
            return _inert
        if name in ("spines", "xaxis", "yaxis", "title", "patch"):
            return _inert
        return _unknown("Axes", name)

    # What is plotted

    def _add(self, artist, widens=True):
        if not isinstance(artist, Artist):
            _unknown("Axes", type(artist).__name__)
        artist.axes = self
        self._artists.append(artist)
        if widens:
            artist._widen(self)
        return artist

    def _ask(self, which=(0, 1)):
        for axis in which:
            self._asked[axis] = True

    def _next_color(self):
        self._colored += 1
        return "C%d" % ((self._colored - 1) % 10)

    def _groups(self, args):
        args = list(args)
        while args:
            first = args.pop(0)
            second = args.pop(0) if args and not isinstance(args[0], str) else None
            style = args.pop(0) if args and isinstance(args[0], str) else ""
            ys = _columns(first if second is None else second)
            xs = [list(range(len(ys[0])))] if second is None else _columns(first)
            for i in range(max(len(xs), len(ys))):
                yield xs[i % len(xs)], ys[i % len(ys)], _read_format(style)

    def plot(self, *args, **keywords):
        """Lines through points."""
        if keywords.pop("data", None) is not None:
            _unknown("plot", "data")
        lines = []
        for x, y, style in self._groups(args):
            style.update(keywords)
            if style.get("color") is None and style.get("c") is None:
                style["color"] = self._next_color()
            lines.append(self._add(Line2D(x, y, **style)))
        self._ask()
        return lines

    def fill(self, *args, **keywords):
        """Filled polygons."""
        patches = []
        for x, y, style in self._groups(args):
            style = {("facecolor" if key == "color" else key): value
                     for key, value in style.items() if key in ("color", "linestyle")}
            named = {"color", "facecolor", "fc"} & (set(keywords) | set(style))
            if not named:
                style["facecolor"] = self._next_color()
            patches.append(self.add_patch(Polygon(list(zip(x, y)), True, **{**style, **keywords})))
        self._ask()
        return patches

    def fill_between(self, x, y1, y2=0, **keywords):
        """The area between two curves."""
        return self.fill(*_band(x, y1, y2, keywords), **keywords)[0]

    def fill_betweenx(self, y, x1, x2=0, **keywords):
        """The same for curves that rise."""
        return self.fill(*_band(y, x1, x2, keywords)[::-1], **keywords)[0]

    def scatter(self, x, y, s=None, c=None, marker=None, **keywords):
        """Dots."""
        if marker not in (None, "o", "."):
            _unknown("marker", str(marker))
        if _is_row(c) and len(c) not in (3, 4) and all(type(each) in (int, float) for each in c):
            _unknown("scatter", "colours by number")
        if c is not None:
            keywords["color"] = c
        self._ask()
        return self._add(Dots(x, y, 36.0 if s is None else s, keywords))

    def _segments(self, place, low, high, keywords, make):
        places, lows, highs = _numbers(place), _numbers(low), _numbers(high)
        count = max(len(places), len(lows), len(highs))
        pick = [(places * count)[:count], (lows * count)[:count], (highs * count)[:count]]
        self._ask()
        return self._add(LineCollection([make(*each) for each in zip(*pick)], **keywords))

    def hlines(self, y, xmin, xmax, **keywords):
        """Level lines."""
        return self._segments(y, xmin, xmax, keywords, lambda p, a, b: [(a, p), (b, p)])

    def vlines(self, x, ymin, ymax, **keywords):
        """Upright lines."""
        return self._segments(x, ymin, ymax, keywords, lambda p, a, b: [(p, a), (p, b)])

    def axhline(self, y=0, xmin=0, xmax=1, **keywords):
        """A line from the left edge to the right one."""
        return self._across(1, SpanLine(y, xmin, xmax, False, keywords))

    def axvline(self, x=0, ymin=0, ymax=1, **keywords):
        """A line from the lower edge to the upper one."""
        return self._across(0, SpanLine(x, ymin, ymax, True, keywords))

    def _across(self, axis, line):
        low, high = sorted(self._view(axis))
        if not low <= line._place <= high:  # one that is in sight leaves the limits alone
            self._ask((axis,))
        return self._add(line)

    def text(self, x, y, s, fontdict=None, **keywords):
        """Words."""
        return self._add(Text(x, y, s, {**(fontdict or {}), **keywords}))

    def add_patch(self, p):
        """Adds one; the limits stay."""
        return self._add(p)

    def add_line(self, line):
        """Adds one; the limits stay."""
        return self._add(line)

    def add_artist(self, a):
        """Adds one that limits never hold, unless relim() finds it."""
        return self._add(a, widens=False)

    def add_collection(self, collection, autolim=True):
        """Adds one; limits that were asked for before are found without it."""
        if autolim:
            self._view(0)
        return self._add(collection, widens=autolim)

    lines = property(lambda self: [a for a in self._artists if isinstance(a, Line2D)])
    patches = property(lambda self: [a for a in self._artists if not isinstance(a, Line2D)])
    get_lines = lambda self: self.lines
    get_children = lambda self: list(self._artists)
    get_figure = lambda self: self.figure

    # Limits

    def update_datalim(self, xys, updatex=True, updatey=True):
        """Widens the extent of the data."""
        points = [point for point in xys if _is_finite(point)]
        for axis, wanted in enumerate((updatex, updatey)):
            if wanted and points:
                values = [float(point[axis]) for point in points]
                low, high = self._data[axis]
                self._data[axis] = [min(low, min(values)), max(high, max(values))]

    def relim(self, visible_only=False):
        """The extent of what is there now; collections are passed over, as in matplotlib."""
        self._data = [[math.inf, -math.inf], [math.inf, -math.inf]]
        for artist in self._artists:
            passed = isinstance(artist, (Collection, Dots))
            if not passed and (not visible_only or artist._get("visible", True)):
                artist._widen(self)

    def _seek_limits(self, which=(0, 1)):
        for axis in which:
            low, high = self._data[axis]
            if not self._auto[axis]:
                continue
            if low > high:  # there are no data: limits that were once set stay
                if self._views[axis] != [0.0, 1.0] or self._inverted[axis]:
                    continue
                low = high = 0.0
            self._views[axis] = list(_wider(low, high, self._margins[axis]))

    def _view(self, axis):
        if any(self._asked):
            which = [i for i in (0, 1) if self._asked[i]]
            self._asked = [False, False]
            self._seek_limits(which)
        low, high = self._views[axis]
        return (high, low) if self._inverted[axis] else (low, high)

    def _set_view(self, axis, low, high):
        if high is None and low is not None and _is_row(low):
            low, high = low
        now = self._view(axis)  # also where both are given: what was asked for before is done
        low, high = (float(n if each is None else each) for n, each in zip(now, (low, high)))
        if not _is_finite((low, high)):
            raise ValueError("axis limits cannot be NaN or Inf")
        if low == high:
            low, high = _wider(low, high, 0.0)
        self._inverted[axis] = low > high
        self._views[axis], self._auto[axis] = sorted((low, high)), False
        return low, high

    def _set_bound(self, axis, low, high):
        """As _set_view, but what is inverted and what follows the data stays so."""
        inverted, auto = self._inverted[axis], self._auto[axis]
        self._set_view(axis, low, high)
        self._inverted[axis], self._auto[axis] = inverted, auto

    def set_xlim(self, left=None, right=None, *, xmin=None, xmax=None, **ignored):
        """What is seen from left to right."""
        return self._set_view(0, xmin if left is None else left, xmax if right is None else right)

    def set_ylim(self, bottom=None, top=None, *, ymin=None, ymax=None, **ignored):
        """What is seen from below to above."""
        return self._set_view(1, ymin if bottom is None else bottom, ymax if top is None else top)

    set_xbound = lambda self, lower=None, upper=None: self._set_bound(0, lower, upper)
    set_ybound = lambda self, lower=None, upper=None: self._set_bound(1, lower, upper)
    get_xlim = get_xbound = lambda self: self._view(0)
    get_ylim = get_ybound = lambda self: self._view(1)

    def invert_xaxis(self):
        """Left and right change places."""
        self._view(0)
        self._inverted[0] = not self._inverted[0]

    def invert_yaxis(self):
        """Above and below change places."""
        self._view(1)
        self._inverted[1] = not self._inverted[1]

    def margins(self, *margins, x=None, y=None, tight=True):
        """How much room is left around the data."""
        if margins:
            x, y = margins * 2 if len(margins) == 1 else margins
        for axis, margin in enumerate((x, y)):
            if margin is not None:
                self._margins[axis] = float(margin)
                self._ask((axis,))

    set_xmargin = lambda self, m: self.margins(x=m)
    set_ymargin = lambda self, m: self.margins(y=m)

    def autoscale(self, enable=True, axis="both", tight=None):
        """Limits that hold everything."""
        for i, name in enumerate("xy"):
            if axis in ("both", name) and enable is not None:
                self._auto[i] = bool(enable)
            if axis in ("both", name) and self._auto[i]:
                self._margins[i] = 0.0 if tight else self._margins[i]
                self._ask((i,))

    def autoscale_view(self, tight=None, scalex=True, scaley=True):
        """The same for what is there now; `tight` does not take the margins away."""
        self._seek_limits([i for i, wanted in enumerate((scalex, scaley)) if wanted])

    def set_autoscale_on(self, b):
        """Whether limits follow the data."""
        self._auto = [bool(b), bool(b)]

    # The frame

    def set_aspect(self, aspect, adjustable=None, **ignored):
        """How long a unit upwards is beside one to the right."""
        if aspect in ("equal", "auto"):
            self._aspect = 1.0 if aspect == "equal" else None
        else:
            self._aspect = float(aspect)
        if adjustable is not None:
            self._adjusts_box = adjustable == "box"

    def set_adjustable(self, adjustable, **ignored):
        """Whether the box or the limits give way."""
        self._adjusts_box = adjustable == "box"

    def set_box_aspect(self, aspect=None):
        """How high the box is beside its width, whatever the data are."""
        self._box_aspect = None if aspect is None else float(aspect)

    def set_position(self, pos, **ignored):
        """Where on the figure, outside any grid."""
        self._panel = None
        self._place = tuple(_numbers(pos))

    def axis(self, arg=None, /, **limits):
        """Limits, or a way to choose them."""
        if isinstance(arg, str):
            self._axis_by_name(arg)
        elif arg is not None and not isinstance(arg, bool):
            left, right, bottom, top = _numbers(arg)
            self.set_xlim(left, right)
            self.set_ylim(bottom, top)
        if limits and isinstance(arg, str):
            raise TypeError("axis() got an unexpected keyword argument %r" % list(limits)[0])
        if limits:
            self.set_xlim(limits.get("xmin"), limits.get("xmax"))
            self.set_ylim(limits.get("ymin"), limits.get("ymax"))
        return (*self._view(0), *self._view(1))

    def _axis_by_name(self, name):
        name = name.lower()
        if name in ("on", "off"):
            return
        if name not in ("equal", "tight", "scaled", "auto", "image", "square"):
            raise ValueError("unrecognised string %r for axis" % name)
        self.set_autoscale_on(True)
        self.autoscale_view()
        self._aspect = None if name in ("tight", "auto") else 1.0
        self._adjusts_box = name != "equal"
        if name == "square":
            edge = max(high - low for low, high in self._views)
            self._views = [[low, low + edge] for low, high in self._views]
        if name in ("tight", "scaled", "image", "square"):
            self.set_autoscale_on(False)

    def set(self, **settings):
        """Several settings: set(aspect='equal') is set_aspect('equal')."""
        for name, value in settings.items():
            setter = getattr(self, "set_" + name)
            setter(*value) if name in ("xlim", "ylim") else setter(value)

    # Painting

    def _frame(self, size):
        """The box in pixels and what is seen in it, with the aspect that was asked for."""
        left, bottom, width, height = (share * size[i % 2] for i, share in enumerate(self._place))
        view = [self._view(0), self._view(1)]
        across, up = (max(abs(high - low), 1e-30) for low, high in view)
        shape = self._box_aspect
        if shape is None and self._aspect is not None and self._adjusts_box:
            shape = self._aspect * up / across
        if shape is not None:
            wide, high = min(width, height / shape), min(height, width * shape)
            left, bottom = left + (width - wide) / 2, bottom + (height - high) / 2
            width, height = wide, high
        if self._aspect is not None and not self._adjusts_box:
            axis, length = self._giving_way(across, up, height / width / self._aspect)
            low, high = view[axis]
            middle, half = (low + high) / 2, math.copysign(length / 2, high - low)
            view[axis] = middle - half, middle + half
        return (left, bottom, left + width, bottom + height), (*view[0], *view[1])

    def _giving_way(self, across, up, ratio):
        """The axis whose limits change for equal units, and how long it will be. As a rule it is
        the one that has to grow. But where both leave room around the data, as limits set by hand
        often do, the other one shrinks as long as the data stay in sight."""
        high, wide = ratio * across, up / ratio
        needed = [1.05 * (most - least) for least, most in self._data]
        upright = high > up
        if across > needed[0] and up > needed[1]:
            upright = wide < needed[0] if high > up else high > needed[1]
        if abs(high / up - 1) < 0.005:  # near enough
            return 1, up
        return (1, high) if upright else (0, wide)

    def _paint(self, pen, size):
        box, view = self._frame(size)
        sheet = Sheet(pen, size, box, view)
        for artist in sorted(self._artists, key=lambda each: each.zorder):
            if artist._get("visible", True):
                sheet.clips = bool(artist._get("clip_on", True))
                artist._paint(sheet)


_namespace("matplotlib.axes", Axes=Axes)
