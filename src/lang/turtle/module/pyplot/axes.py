# Axes: what is plotted; which part of it is seen is for view.py to say. As in matplotlib plot, fill,
# scatter and the like ask for other limits; add_patch, add_line and add_collection only widen the
# extent of the data; add_artist does not even that.
from matplotlib import _inert, _namespace, _unknown
from matplotlib._artists import Artist, Dots, Line2D, SpanLine, Text
from matplotlib._path import _DataTransform, _is_row, _numbers
from matplotlib._patches import Collection, LineCollection, Polygon
from matplotlib._sheet import Sheet
from matplotlib._view import View

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


class Axes(View):
    """A rectangle of a figure with data on it."""

    def __init__(self, figure, place):
        super().__init__(place)
        self.figure = figure
        self.clear()

    def clear(self):
        """Nothing is plotted; the aspect stays."""
        self._clear_view()
        self._artists, self._colored = [], 0
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

    def relim(self, visible_only=False):
        """The extent of what is there now; collections are passed over, as in matplotlib."""
        self._forget_data()
        for artist in self._artists:
            passed = isinstance(artist, (Collection, Dots))
            if not passed and (not visible_only or artist._get("visible", True)):
                artist._widen(self)

    def set(self, **settings):
        """Several settings: set(aspect='equal') is set_aspect('equal')."""
        for name, value in settings.items():
            setter = getattr(self, "set_" + name)
            setter(*value) if name in ("xlim", "ylim") else setter(value)

    def _paint(self, pen, size):
        box, view = self._frame(size)
        sheet = Sheet(pen, size, box, view)
        for artist in sorted(self._artists, key=lambda each: each.zorder):
            if artist._get("visible", True):
                sheet.clips = bool(artist._get("clip_on", True))
                artist._paint(sheet)


_namespace("matplotlib.axes", Axes=Axes)
