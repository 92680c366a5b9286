# The part of the turtle module that needs no speed: the screen, shapes, and everything about windows,
# keys and the mouse, which is accepted and has no effect. It runs once, when the module is made, in
# the module's own namespace, where the native classes already are.
import math
import sys
import time
from copy import deepcopy as _deepcopy

_CFG = {
    "width": 0.5, "height": 0.75, "canvwidth": 400, "canvheight": 300,
    "leftright": None, "topbottom": None, "mode": "standard", "colormode": 1.0,
    "delay": 10, "undobuffersize": 1000, "shape": "classic", "pencolor": "black",
    "fillcolor": "black", "resizemode": "noresize", "visible": True,
    "language": "english", "exampleturtle": "turtle", "examplescreen": "screen",
    "title": "Python Turtle Graphics", "using_IDLE": False,
}

# The display nobody sees. Windows measured in fractions are fractions of it.
_DISPLAY = (1920, 1080)


class TurtleGraphicsError(Exception):
    """A colour, shape or mode that does not exist."""


class Terminator(Exception):
    """The window is gone. Never raised here, where there is none."""


class _Inert:
    """Stands for any part of a window: takes every call and gives another such object."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Inert()

    def __call__(self, *args, **kwargs):
        return _Inert()


class Canvas(_Inert):
    """The drawing area as far as programs ask about it."""

    def __init__(self, master=None, width=500, height=350, canvwidth=600, canvheight=500):
        vars(self).update(width=width, height=height, canvwidth=canvwidth, canvheight=canvheight)


class ScrolledCanvas(Canvas):
    """The drawing area of the main screen."""


class Shape:
    """What a turtle looks like: a polygon, an image, or several coloured polygons."""

    def __init__(self, type_, data=None):
        if type_ not in ("polygon", "image", "compound"):
            raise TurtleGraphicsError("no such type of shape: %s" % type_)
        if type_ == "polygon" and isinstance(data, list):
            data = (*data,)
        self._type, self._data = type_, ([] if type_ == "compound" else data)

    def addcomponent(self, poly, fill, outline=None):
        """Adds one polygon to a compound shape; the outline has the fill's colour by default."""
        if self._type == "compound":
            self._data.append([poly, fill, fill if outline is None else outline])
        else:
            raise TurtleGraphicsError("only a compound shape has components, not a %s" % self._type)


def _mirrored(half):
    """A polygon symmetric to the y axis from its left half, top to bottom."""
    return half + tuple((-x, y) for x, y in reversed(half) if x)


def _standard_shapes():
    dial = ((10, 0), (9.51, 3.09), (8.09, 5.88), (5.88, 8.09), (3.09, 9.51))
    quarter_turns = [lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (-x, -y),
                     lambda x, y: (y, -x)]
    polygons = {
        "arrow": ((-10, 0), (10, 0), (0, 10)),
        "turtle": _mirrored(((0, 16), (-2, 14), (-1, 10), (-4, 7), (-7, 9), (-9, 8), (-6, 5),
                             (-7, 1), (-5, -3), (-8, -6), (-6, -8), (-4, -5), (0, -7))),
        "circle": tuple((-0.0, -10.0) if turn(x, y) == (0, -10) else turn(x, y)
                        for turn in quarter_turns for x, y in dial),
        "square": ((10, -10), (10, 10), (-10, 10), (-10, -10)),
        "triangle": ((10, -5.77), (0, 11.55), (-10, -5.77)),
        "classic": ((0, 0), (-5, -9), (0, -7), (5, -9)),
    }
    shapes = {name: Shape("polygon", data) for name, data in polygons.items()}
    shapes["blank"] = Shape("image", _Inert())
    return shapes


class TurtleScreenBase(_ScreenCore):
    """Window and canvas."""

    def __init__(self, cv):
        self.cv = cv
        self.canvwidth, self.canvheight = cv.canvwidth, cv.canvheight
        self._window = (cv.width, cv.height)

    def mainloop(self):
        """Returns at once: there are no events to wait for."""

    def textinput(self, title, prompt):
        """None, as if the dialog had been cancelled."""

    def numinput(self, title, prompt, default=None, minval=None, maxval=None):
        """None, as if the dialog had been cancelled."""


class TurtleScreen(TurtleScreenBase):
    """The screen turtles draw on."""

    _RUNNING = True

    def __init__(self, cv, mode="standard", colormode=1.0, delay=10):
        super().__init__(cv)
        self._shapes, self._mode = _standard_shapes(), mode
        self.clear()
        self.delay(delay)

    # The drawing

    def clear(self):
        """Erases everything, forgets all turtles; white, tracing on."""
        self._delayvalue = 10
        self._colormode = 1.0
        self._erase_all()
        self._new_item()  # the background picture
        self._turtles, self._tracing, self._picture_name = [], 1, "nopic"
        self._set_background("white")
        _share("_pen", None)

    def reset(self):
        """Takes all turtles back to their start."""
        for each in self._turtles:
            each._setmode(self._mode)
            each.reset()

    def turtles(self):
        """All turtles on the screen."""
        return self._turtles

    def update(self):
        """Shows what tracer(0) held back; at the end of the program it is shown anyway."""
        self._show_lines()

    def bgcolor(self, *args):
        """Shows or sets the background colour."""
        if not args:
            return self._color(self._background())
        self._set_background(self._colorstr(args))

    def bgpic(self, picname=None):
        """Background pictures are not shown; the name is remembered."""
        if picname is not None:
            self._picture_name = picname
        else:
            return self._picture_name

    def colormode(self, cmode=None):
        """Shows or sets the largest colour component: 1.0 or 255."""
        if cmode in (1.0, 255):
            self._colormode = cmode
        return self._colormode if cmode is None else None

    def tracer(self, n=None, delay=None):
        """Shows or sets how often the screen is drawn: at the end everything is."""
        if n is None:
            return self._tracing
        before, self._tracing = self._tracing, int(n)
        if before or self._tracing:
            self._show_lines()
        self._delayvalue = self._delayvalue if delay is None else int(delay)

    def delay(self, delay=None):
        """Shows or sets the drawing delay, which has no effect."""
        if delay is not None:
            self._delayvalue = int(delay)
        else:
            return self._delayvalue

    # Coordinates and sizes

    def mode(self, mode=None):
        """Shows or sets the mode, "standard", "logo" or "world", and resets all turtles."""
        if mode is None:
            return self._mode
        wanted = mode.lower()
        if wanted not in {"standard", "logo", "world"}:
            raise TurtleGraphicsError("no such mode: %s" % wanted)
        self._mode = wanted
        if wanted != "world":
            self.xscale, self.yscale = 1.0, 1.0
            self._set_center((0, 0))
        self.reset()

    def setworldcoordinates(self, llx, lly, urx, ury):
        """The corners of the window get these coordinates."""
        if self._mode != "world":
            self.mode("world")
        width, height = float(urx - llx), float(ury - lly)
        self.screensize(self._window[0] - 20, self._window[1] - 20)
        self.xscale = self.canvwidth / width
        self.yscale = self.canvheight / height
        self._set_center((llx * self.xscale + self.canvwidth / 2,
                          ury * self.yscale - self.canvheight / 2))
        self.update()

    def screensize(self, canvwidth=None, canvheight=None, bg=None):
        """Shows or sets the size of the canvas."""
        if canvwidth is None and canvheight is None and bg is None:
            return self.cv.canvwidth, self.cv.canvheight
        for side, length in {"canvwidth": canvwidth, "canvheight": canvheight}.items():
            if length is not None:
                setattr(self, side, length)
            if length:
                setattr(self.cv, side, length)
        if bg is not None:
            self._set_background(self._colorstr((bg,)))

    def window_width(self):
        """The width of the window."""
        return self._window[0]

    def window_height(self):
        """The height of the window."""
        return self._window[1]

    def getcanvas(self):
        """The canvas."""
        return self.cv

    # Shapes

    def register_shape(self, name, shape=None):
        """Adds a shape: a polygon, a Shape, or an image by the name of its file."""
        if shape is None and not name.lower().endswith(".gif"):
            raise TurtleGraphicsError("only a .gif is a shape by its name alone")
        kind = "image" if shape is None else "polygon" if isinstance(shape, tuple) else None
        self._shapes[name] = Shape(kind, name if shape is None else shape) if kind else shape

    def getshapes(self):
        """The names of all shapes."""
        return sorted(self._shapes)

    # Events that never come

    def onclick(self, fun, btn=1, add=None):
        """Accepted."""

    def onkey(self, fun, key):
        """Accepted."""

    def onkeypress(self, fun, key=None):
        """Accepted."""

    def listen(self, xdummy=None, ydummy=None):
        """Accepted."""

    def ontimer(self, fun, t=0):
        """Accepted; the function is never called."""

    onscreenclick = onclick
    resetscreen = reset
    clearscreen = clear
    addshape = register_shape
    onkeyrelease = onkey


class _Screen(TurtleScreen):
    """The main screen, of which there is one."""

    _root = _Inert()
    _title = _CFG["title"]

    def __init__(self):
        TurtleScreen.__init__(self, ScrolledCanvas(canvwidth=_CFG["canvwidth"],
                                                   canvheight=_CFG["canvheight"]))
        self.setup()

    def setup(self, width=0.5, height=0.75, startx=None, starty=None):
        """Sets the window's size: pixels, or as a float a fraction of the display."""
        window = []
        for size, start, display in (width, startx, _DISPLAY[0]), (height, starty, _DISPLAY[1]):
            pixels = size * display if isinstance(size, float) and 0 <= size <= 1 else size
            place = start if start is not None else (display - pixels) / 2
            "%d%d" % (pixels, place)  # both must be numbers
            window.append(int(pixels))
        self._window = tuple(window)
        self.update()

    def title(self, titlestring):
        """Accepted."""

    def bye(self):
        """Accepted: the drawing stays."""

    def exitonclick(self):
        """Returns at once."""


def Screen():
    """The main screen."""
    if _BaseTurtle._screen is None:
        _share("_screen", _Screen())
    return _BaseTurtle._screen


def _find_screen(canvas):
    """The screen a RawTurtle shall be on."""
    if isinstance(canvas, TurtleScreen):
        if not isinstance(canvas, _Screen) and canvas not in RawTurtle.screens:
            RawTurtle.screens.append(canvas)
        return canvas
    if not isinstance(canvas, Canvas):
        raise TurtleGraphicsError("a turtle cannot draw on this: %s" % canvas)
    known = [screen for screen in RawTurtle.screens if screen.cv is canvas]
    if not known:
        known = [TurtleScreen(canvas)]
        RawTurtle.screens += known
    return known[0]


def write_docstringdict(filename="turtle_docstringdict"):
    """Accepted: no file is written."""


def done():
    """Returns at once, like mainloop()."""


def _start_over():
    """As after the import, but with a screen: making it takes longer than most drawings."""
    RawTurtle.screens.clear()
    _share("_screen", _Screen())


_BaseTurtle = Turtle  # programs may put a class of their own in its place
RawTurtle.screens = []
RawPen = RawTurtle
Pen = Turtle
