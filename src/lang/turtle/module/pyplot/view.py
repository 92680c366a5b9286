# Which part of the data is seen on axes, and where. Limits follow matplotlib: what is added widens
# the extent of the data at once, as it then is, but the view follows only where something asks, and
# then when it is next needed.
import math

from matplotlib._path import _is_row, _numbers
from matplotlib._sheet import _is_finite

_MARGIN = 0.05


def _wider(low, high, margin):
    """Limits with their margin; some, where there is nothing between them."""
    if high - low <= 1e-15 * max(abs(low), abs(high)):
        low, high = (-_MARGIN, _MARGIN) if low == high == 0 else (low - _MARGIN * abs(low),
                                                                  high + _MARGIN * abs(high))
    return low - margin * (high - low), high + margin * (high - low)


class View:
    """The limits of axes, and the box in which they are seen."""

    def __init__(self, place):
        self._place = place  # left, bottom, width, height as shares of the figure
        self._panel = None  # rows, columns and index in the figure's grid
        self._aspect, self._adjusts_box, self._box_aspect = None, True, None

    def _clear_view(self):
        """Limits as of axes without data; the aspect stays."""
        self._views = [[0.0, 1.0], [0.0, 1.0]]
        self._forget_data()
        self._auto, self._asked = [True, True], [False, False]
        self._margins, self._inverted = [_MARGIN, _MARGIN], [False, False]

    def _forget_data(self):
        self._data = [[math.inf, -math.inf], [math.inf, -math.inf]]

    def _ask(self, which=(0, 1)):
        for axis in which:
            self._asked[axis] = True

    # Limits

    def update_datalim(self, xys, updatex=True, updatey=True):
        """Widens the extent of the data."""
        points = [point for point in xys if _is_finite(point)]
        for axis, wanted in enumerate((updatex, updatey)):
            if wanted and points:
                values = [float(point[axis]) for point in points]
                low, high = self._data[axis]
                self._data[axis] = [min(low, min(values)), max(high, max(values))]

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
