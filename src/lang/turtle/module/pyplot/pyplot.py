# Figures, and the functions that work on the current one. The drawing is the figure that was shown
# last; without a show() the one that was saved last; without either the current one.
import sys

from matplotlib import _check_known, _inert, _namespace, _unknown, rc, rcParams, rcdefaults
from matplotlib._artists import Line2D
from matplotlib._axes import Axes
from matplotlib._patches import Circle, Polygon, Rectangle
from matplotlib._path import _numbers
from matplotlib._sheet import Pen

_UNSEEN_OF_FIGURES = frozenset("""
suptitle tight_layout set_facecolor set_tight_layout set_constrained_layout
set_layout_engine legend patch canvas set_edgecolor set_frameon supxlabel supylabel
align_labels set_label
""".split())


_EDGES = {"left": 0.125, "bottom": 0.11, "right": 0.9, "top": 0.88, "wspace": 0.2, "hspace": 0.2}


def _grid_place(edges, rows, columns, index):
    """The place of a panel; panels are counted by rows from above."""
    left, bottom, right, top, across, down = (edges[name] for name in _EDGES)
    width = (right - left) / (columns + across * (columns - 1))
    height = (top - bottom) / (rows + down * (rows - 1))
    row, column = divmod(index, columns)
    return (left + column * width * (1 + across),
            top - height - row * height * (1 + down), width, height)


class _AxesGrid(list):
    """Several axes as subplots() gives them."""

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row = list.__getitem__(self, key[0])
            return row[key[1]]
        return list.__getitem__(self, key)

    @property
    def flat(self):
        """All axes, by rows."""
        return iter(self.ravel())

    def ravel(self):
        """All axes, by rows."""
        rows = [list(each) if isinstance(each, list) else [each] for each in self]
        return _AxesGrid(axes for row in rows for axes in row)

    flatten = ravel


class Figure:
    """A sheet with axes."""

    def __init__(self, figsize=None, dpi=None, **ignored):
        size = rcParams["figure.figsize"] if figsize is None else figsize
        self._size = [float(each) for each in size]
        self._dpi = float(rcParams["figure.dpi"] if dpi is None else dpi)
        if min(self._size) <= 0 or max(self._size) > 1e4:
            raise ValueError("figure size must be positive finite not %r" % (size,))
        self.dpi, self.axes, self._current, self.number = self._dpi, [], None, 1
        self._edges = dict(_EDGES)

    def __getattr__(self, name):
        return _inert if name in _UNSEEN_OF_FIGURES else _unknown("Figure", name)

    def _make(self, place, settings):
        if settings.pop("projection", None) not in (None, "rectilinear"):
            _unknown("Axes", "projection")
        if settings.pop("polar", False):
            _unknown("Axes", "polar")
        axes = Axes(self, place)
        for name in ("label", "frameon", "facecolor", "sharex", "sharey", "zorder", "xticks",
                     "yticks", "autoscale_on", "frame_on"):
            settings.pop(name, None)
        axes.set(**settings)
        self.axes.append(axes)
        self._current = axes
        return axes

    def _make_panel(self, panel, settings):
        axes = self._make(_grid_place(self._edges, *panel), settings)
        axes._panel = panel
        return axes

    def subplots_adjust(self, left=None, bottom=None, right=None, top=None, wspace=None,
                        hspace=None):
        """Other edges and gaps of the grids, for what is there as well."""
        given = zip(_EDGES, (left, bottom, right, top, wspace, hspace))
        self._edges.update((name, float(each)) for name, each in given if each is not None)
        edges = self._edges
        if edges["left"] >= edges["right"] or edges["bottom"] >= edges["top"]:
            raise ValueError("left must be less than right, and bottom less than top")
        for each in self.axes:
            if each._panel is not None:
                each._place = _grid_place(self._edges, *each._panel)

    def add_subplot(self, *where, **settings):
        """Axes at a place of a grid."""
        if len(where) == 1 and isinstance(where[0], int):
            where = tuple(int(each) for each in str(where[0]))
        rows, columns, index = where or (1, 1, 1)
        if not isinstance(index, int):
            _unknown("add_subplot", "several places")
        if not 1 <= index <= rows * columns:
            raise ValueError("num must be an integer with 1 <= num <= %d" % (rows * columns))
        panel = (rows, columns, index - 1)
        known = [each for each in self.axes if each._panel == panel]
        if known and not settings:
            self._current = known[0]
            return known[0]
        return self._make_panel(panel, settings)

    def add_axes(self, rect, **settings):
        """Axes anywhere."""
        return self._make(tuple(_numbers(rect)), settings)

    def subplots(self, nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True,
                 subplot_kw=None, **ignored):
        """A grid of axes."""
        if nrows * ncols > 1 and {sharex, sharey} - {False, "none"}:
            _unknown("subplots", "shared limits")
        grid = [[self._make_panel((nrows, ncols, row * ncols + column), dict(subplot_kw or {}))
                 for column in range(ncols)] for row in range(nrows)]
        self._current = grid[0][0] if nrows * ncols == 1 else self._current
        if not squeeze or (nrows > 1 and ncols > 1):
            return _AxesGrid(_AxesGrid(row) for row in grid)
        line = [axes for row in grid for axes in row]
        return line[0] if len(line) == 1 else _AxesGrid(line)

    def gca(self):
        """The current axes."""
        return self._current if self._current is not None else self.add_subplot(1, 1, 1)

    def delaxes(self, ax):
        """Takes axes away."""
        self.axes.remove(ax)

    def clear(self, *ignored, **options):
        """Takes all axes away."""
        self.axes, self._current = [], None

    clf = clear

    def set_size_inches(self, w, h=None, **ignored):
        """Another size."""
        self._size = [float(each) for each in ((w, h) if h is not None else w)]

    def set_figwidth(self, val, forward=True):
        """Another width."""
        self.set_size_inches(val, self._size[1])

    def set_figheight(self, val, forward=True):
        """Another height."""
        self.set_size_inches(self._size[0], val)

    def get_size_inches(self):
        """Width and height."""
        return list(self._size)

    def set_dpi(self, val):
        """Of no consequence: all figures are painted at 100."""

    def get_axes(self):
        """All axes."""
        return list(self.axes)

    def savefig(self, *ignored, **options):
        """Keeps what is on the figure as the drawing, unless one was shown."""
        _check_known()
        if not _state.shown:
            _state.saved = _state.saved or self._has_content()
            self._paint()

    def show(self, *ignored, **options):
        """Shows it."""
        _show([self])

    def _has_content(self):
        return any(each._artists for each in self.axes)

    def _paint(self):
        if self._has_content():
            pen = Pen()
            for each in self.axes:
                each._paint(pen, [100 * side for side in self._size])


class _State:
    figures, shown, saved = [], False, False


_state = _State()


def _show(figures):
    _check_known()
    for each in figures:
        if each._has_content():
            each._paint()
            _state.shown = True


def _paint_last():
    if not _state.shown and not _state.saved and _state.figures:
        _state.figures[-1]._paint()


def figure(num=None, figsize=None, dpi=None, **options):
    """A new figure, or the one of this number."""
    if isinstance(num, Figure):
        num = num.number
    for each in _state.figures:
        if num is not None and each.number == num:
            _state.figures.remove(each)
            _state.figures.append(each)
            return each
    made = Figure(figsize, dpi)
    numbers = [each.number for each in _state.figures if isinstance(each.number, int)]
    made.number = num if num is not None else max(numbers, default=0) + 1
    _state.figures.append(made)
    return made


def gcf():
    """The current figure."""
    return _state.figures[-1] if _state.figures else figure()


def gca():
    """The current axes."""
    return gcf().gca()


def sca(ax):
    """Makes axes the current ones."""
    ax.figure._current = ax


def subplots(nrows=1, ncols=1, *, figsize=None, dpi=None, num=None, **options):
    """A figure with a grid of axes."""
    made = figure(num, figsize, dpi)
    return made, made.subplots(nrows, ncols, **options)


def subplot(*where, **settings):
    """Axes of a grid on the current figure."""
    return gcf().add_subplot(*where, **settings)


def axes(arg=None, **settings):
    """Axes anywhere on the current figure."""
    return gcf().add_axes(arg, **settings) if arg is not None else gcf().add_subplot(**settings)


def show(*ignored, **options):
    """Shows all figures; those that come later are new."""
    _show(_state.figures)
    _state.figures = []


def savefig(*args, **options):
    """Keeps the current figure as the drawing, unless one was shown."""
    gcf().savefig(*args, **options)


def close(fig=None):
    """Forgets a figure, or all."""
    if fig == "all":
        _state.figures = []
    elif isinstance(fig, Figure) and fig in _state.figures:
        _state.figures.remove(fig)
    elif fig is None and _state.figures:
        _state.figures.pop()


def clf():
    """Takes everything off the current figure."""
    gcf().clear()


def cla():
    """Takes everything off the current axes."""
    gca().clear()


def setp(obj, *args, **options):
    """Settings of one thing or of several."""
    if args:
        _unknown("pyplot", "setp with words")
    for each in obj if isinstance(obj, (list, tuple)) else [obj]:
        each.set(**options)


def subplots_adjust(*args, **options):
    """Other edges and gaps of the current figure's grid."""
    gcf().subplots_adjust(*args, **options)


def xlim(*args, **options):
    """Shows or sets what is seen from left to right."""
    return gca().set_xlim(*args, **options) if args or options else gca().get_xlim()


def ylim(*args, **options):
    """Shows or sets what is seen from below to above."""
    return gca().set_ylim(*args, **options) if args or options else gca().get_ylim()


def _on_axes(name):
    def call(*args, **options):
        return getattr(gca(), name)(*args, **options)
    call.__name__ = name
    return call


_ON_AXES = """plot fill fill_between fill_betweenx scatter hlines vlines axhline axvline text axis
margins autoscale""".split()
_UNSEEN = frozenset("""
title suptitle xlabel ylabel xticks yticks grid legend box tight_layout tick_params
minorticks_on minorticks_off pause ion ioff draw isinteractive get_current_fig_manager figtext
ticklabel_format locator_params switch_backend draw_if_interactive set_cmap
""".split())
globals().update({name: _on_axes(name) for name in _ON_AXES})
style = _namespace("matplotlib.style", use=lambda *names: None, available=[])
_namespace("matplotlib.figure", Figure=Figure)


def __getattr__(name):
    return _inert if name in _UNSEEN else _unknown("pyplot", name)
