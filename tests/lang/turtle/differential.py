"""CPython's turtle module against ours: the same random calls, the same answers.

    differential.py EXTENSION_FOLDER [--calls 250000] [--seed 1] [--verbose]

CPython's module runs unmodified on a tkinter of our own that has no display. After every call the
results (types and float bits), the exceptions' types and the turtle's state are compared, after every
episode the pictures item by item in display order. Exits with 1 and the calls that led there at the
first difference.
"""

import argparse
import contextlib
import io
import math
import random
import struct
import sys

import stub_tkinter

stub_tkinter.install()
import turtle as cpython  # noqa: E402: on the stub

MOVES = "forward fd back bk backward".split()
TURNS = "left lt right rt".split()


def load_ours(folder):
    sys.path.insert(0, folder)
    import _papert_turtle
    return _papert_turtle


class Side:
    """One of the two modules, its screen and its turtles."""

    def __init__(self, module):
        self.module = module
        self.turtles = []
        module.Turtle._pen = module.Turtle._screen = None
        module.TurtleScreen._RUNNING = True
        if module is cpython:
            module._Screen._root = module._Screen._canvas = None
            module.RawTurtle.screens.clear()
        else:
            module._reset()
        self.screen = module.Screen()
        self.turtles.append(module.getturtle())
        self.derived = self.make_derived()
        self.has_been_world = self.has_skipped_frames = False

    def make_derived(self):
        class Derived(self.module.Turtle):
            def __init__(self):
                super().__init__()
                self.log = []

            def forward(self, distance):
                self.log.append(("forward", distance))
                super().forward(distance)

            def goto(self, x, y=None):
                self.log.append("goto")
                super().goto(x, y)

            def setheading(self, to_angle):
                self.log.append("setheading")
                super().setheading(to_angle)

        return Derived

    def plain(self, value):
        """A value as something that compares exactly across the modules."""
        if isinstance(value, self.module.Vec2D):
            return ("Vec2D",) + tuple(self.plain(v) for v in value)
        if isinstance(value, float):
            return "float " + value.hex()
        if isinstance(value, (bool, int, str, type(None))):
            return "%s %r" % (type(value).__name__, value)
        if isinstance(value, (tuple, list)):
            return [type(value).__name__] + [self.plain(v) for v in value]
        if isinstance(value, dict):
            return [(self.plain(k), self.plain(v)) for k, v in value.items()]
        for i, turtle in enumerate(self.turtles):
            if value is turtle:
                return "turtle %d" % i
        if value is self.screen:
            return "screen"
        return type(value).__name__

    def resolve(self, value):
        """An argument of this side: a turtle is named by its number."""
        if isinstance(value, TurtleNumber):
            return self.turtles[value.number % len(self.turtles)]
        if isinstance(value, Vector):
            return self.module.Vec2D(*value.parts)
        return value

    def state(self, turtle):
        def ask(name):
            try:
                return self.plain(getattr(turtle, name)())
            except Exception as error:  # noqa: BLE001: the type is the answer
                return type(error).__name__

        names = ("pos heading isdown filling undobufferentries pensize speed isvisible get_poly "
                 "shape resizemode shapetransform pen")
        return [ask(name) for name in names.split()] + [self.plain(turtle._orient)]

    def last_item(self):
        if self.module is cpython:
            return self.screen.cv._canvas.last
        return self.module._last_item()

    def call(self, call):
        """(result or exception, state)"""
        target = {"turtle": lambda: self.turtles[call.turtle % len(self.turtles)],
                  "screen": lambda: self.screen, "module": lambda: self.module}[call.target]()
        args = [self.resolve(value) for value in call.args]
        kw = {key: self.resolve(value) for key, value in call.kw.items()}
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                if call.name == "new":
                    result = self.module.Turtle(*args, **kw)
                elif call.name == "derive":
                    result = self.derived()
                elif call.name == "compound":
                    result = self.module.Shape("compound")
                    for component in args[1]:
                        result.addcomponent(*component)
                    self.screen.register_shape(args[0], result)
                    result = None
                else:
                    result = getattr(target, call.name)(*args, **kw)
            except Exception as error:  # noqa: BLE001: the type is the answer
                result, outcome = None, "raises " + type(error).__name__
            else:
                if isinstance(result, self.module.Turtle) and not any(
                        result is known for known in self.turtles):
                    self.turtles.append(result)
                outcome = self.plain(result)
            self.has_been_world = self.has_been_world or self.screen.mode() == "world"
            self.has_skipped_frames = self.has_skipped_frames or self.screen.tracer() > 1
            turtle = self.turtles[call.turtle % len(self.turtles)]
            extra = [self.plain(getattr(turtle, "log", None)), self.screen.tracer(),
                     self.screen.delay(), self.screen.mode(), self.plain(self.screen.colormode()),
                     self.last_item()]
            return outcome, self.state(turtle) + extra


class TurtleNumber:
    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return "turtle[%d]" % self.number


class Vector:
    def __init__(self, *parts):
        self.parts = parts

    def __repr__(self):
        return "Vec2D%r" % (self.parts,)


class Call:
    def __init__(self, target, turtle, name, args=(), kw=None):
        self.target, self.turtle, self.name = target, turtle, name
        self.args, self.kw = args, kw or {}

    def __repr__(self):
        args = [repr(a) for a in self.args] + ["%s=%r" % item for item in self.kw.items()]
        place = "turtle[%d]" % self.turtle if self.target == "turtle" else self.target
        return "%s.%s(%s)" % (place, self.name, ", ".join(args))


class Calls:
    """Random calls. Numbers are such that CPython's animation ends: near, or so far that it fails."""

    def __init__(self, rng, strange):
        self.rng, self.strange = rng, strange

    def number(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.4:
            return rng.randint(-150, 150)
        if kind < 0.8:
            return rng.uniform(-150, 150)
        if kind < 0.97:
            return rng.choice([0, 0.0, -0.0, 1, 1.5, 90, 45.0, 1e-9, True, 3, 4])
        if self.strange:
            return rng.choice(["a", None, math.inf, -math.inf, math.nan, 1e200, 10 ** 400, [1],
                               Vector(1, 2), (1, 2)])
        return rng.choice([12, "a", None])

    def angle(self):
        value = self.number()
        return 77 if value == 1e200 else value

    def pair(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.6:
            return (self.number(), self.number())
        if kind < 0.75:
            return (rng.choice([tuple, list])([self.number(), self.number()]),)
        if kind < 0.9:
            return (Vector(rng.uniform(-99, 99), rng.randint(-99, 99)),)
        return rng.choice([((1, 2, 3),), (5,), ("ab",), (None,), (1, None), ((),)])

    def color(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.45:
            return (rng.choice(sorted(stub_tkinter.COLORS)),)
        if kind < 0.55:
            return (rng.choice(["#fff", "#12aB9f", "#0f0", "#123456789", "RED", "Light Blue", ""]),)
        if kind < 0.7:
            return (rng.random(), rng.random(), rng.random())
        if kind < 0.78:
            return ((rng.random(), rng.random(), rng.randint(0, 1)),)
        if kind < 0.9:
            return (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))
        return rng.choice([("nocolor",), (1, 2), (300, 0, 0), (-1, 0, 0), (None,), ((1, 0),),
                           ("#12",), ("red", "blue"), (5,), (0.5, "a", 1), (1.5, 2, 3), ([1, 0, 0],),
                           (("red",),), (math.nan, 0, 0), ("x",), (255.0, 1, 2), (b"abc",),
                           (1, 2, 3, 4)])

    def pen_keywords(self):
        rng = self.rng
        choices = {
            "pendown": lambda: rng.choice([True, False]), "shown": lambda: rng.choice([True, False]),
            "pencolor": lambda: rng.choice(["red", "blue", (0.5, 0, 1), (2, 0, 0)]),
            "fillcolor": lambda: rng.choice(["gold", "tomato", (0, 0.25, 1), (1, 2)]),
            "pensize": lambda: rng.choice([1, 2, 3.5, 10]),
            "speed": lambda: rng.choice([0, 1, 5, 10, 12, 3.7, -4]),
            "resizemode": lambda: rng.choice(["auto", "user", "noresize"]),
            "stretchfactor": lambda: rng.choice([2, 1.5, (1, 2.0), (0.5, 3)]),
            "shearfactor": lambda: rng.choice([0, 0.5, 1]), "outline": lambda: rng.choice([1, 4.0]),
            "tilt": lambda: rng.choice([0, 0.7, 1]), "nonsense": lambda: 1,
        }
        keys = rng.sample(sorted(choices), rng.choice([1, 1, 1, 2, 3]))
        if "nonsense" in keys and rng.random() < 0.7:
            keys.remove("nonsense")
        return {key: choices[key]() for key in keys}

    def circle(self):
        rng = self.rng
        radius = rng.choice([rng.randint(-60, 60), rng.uniform(-60, 60), 0, 5])
        if self.strange and rng.random() < 0.05:
            radius = rng.choice(["a", math.inf, math.nan, None])
        args, kw = [radius], {}
        if rng.random() < 0.5:
            args.append(rng.choice([None, 90, 180.0, -45, rng.uniform(-400, 400), 1]))
        if rng.random() < 0.4:
            kw["steps"] = rng.choice([1, 2, 3, 4, 5, 8, 12, 50, 0, -3, 3.0, True, "a"])
        return args, kw

    def shape_call(self):
        rng = self.rng
        return rng.choice([
            ("shape", ()), ("shape", (rng.choice(["turtle", "circle", "square", "blank", "arrow",
                                                   "classic", "triangle", "mine", "many",
                                                   "nothing", 5]),)),
            ("shapesize", rng.choice([(), (2,), (1, 3), (0.5, 2.5, 4), (0,), (None, 2),
                                      (None, None, 3), (2, 0)])),
            ("shearfactor", rng.choice([(), (0.5,), (1,), (-0.25,)])),
            ("tiltangle", rng.choice([(), (30,), (45.5,), (-10,), (0,)])),
            ("tilt", (rng.choice([15, -30.5, 0]),)), ("get_shapepoly", ()),
            ("shapetransform", rng.choice([(), (4, 0, 0, 2), (1.5, 0.5, -0.3, 2), (1, 1, 1, 1),
                                           (2,), (1, 2, 0, 1)])),
            ("resizemode", rng.choice([(), ("auto",), ("user",), ("NoResize",), ("x",), (3,)])),
            ("stamp", ()), ("stamp", ()), ("stamp", ()),
            ("clearstamp", (rng.choice([rng.randint(1, 300), 5, 8, (1, 2), "a"]),)),
            ("clearstamps", rng.choice([(), (1,), (-1,), (3,), (-2,), (0,)])),
        ])

    def next(self):
        rng = self.rng
        turtle = rng.randrange(8)
        target = "module" if rng.random() < 0.08 else "turtle"
        if target == "module":
            turtle = 0
        kind = rng.random()

        def on_turtle(name, args=(), kw=None):
            return Call(target, turtle, name, args, kw)

        if kind < 0.16:
            return on_turtle(rng.choice(MOVES), (self.number(),))
        if kind < 0.30:
            return on_turtle(rng.choice(TURNS), (self.angle(),))
        if kind < 0.37:
            return on_turtle(rng.choice(["goto", "setpos", "setposition"]), self.pair())
        if kind < 0.41:
            return on_turtle(rng.choice(["setx", "sety", "setheading", "seth"]), (self.number(),))
        if kind < 0.44:
            return on_turtle(rng.choice(["distance", "towards"]),
                             rng.choice([self.pair(), (TurtleNumber(rng.randrange(8)),)]))
        if kind < 0.48:
            args, kw = self.circle()
            return on_turtle("circle", args, kw)
        if kind < 0.53:
            return on_turtle(rng.choice("penup pu up pendown pd down home pos xcor ycor heading "
                                        "position isdown".split()))
        if kind < 0.58:
            return on_turtle(rng.choice(["pencolor", "fillcolor", "color", "color"]),
                             rng.choice([(), self.color(), self.color(), self.color() + self.color()]))
        if kind < 0.61:
            name = rng.choice(["pensize", "width"])
            return on_turtle(name, rng.choice([(), (rng.randint(1, 9),), (2.5,), (1,), (True,)]))
        if kind < 0.64:
            return on_turtle("speed", rng.choice([(), (0,), (10,), (3,), ("fast",), ("slowest",),
                                                  ("quick",), (0.5,), (2.5,), (11,), (-1,), (7,)]))
        if kind < 0.67:
            return on_turtle("pen", (), self.pen_keywords() if rng.random() < 0.8 else {})
        if kind < 0.71:
            return on_turtle(rng.choice(["begin_fill", "end_fill", "end_fill", "filling"]))
        if kind < 0.78:
            return on_turtle("undo")
        if kind < 0.81:
            color = self.color() if rng.random() < 0.6 else ()
            size = rng.choice([None, 5, 12.5, 0, 20])
            return on_turtle("dot", rng.choice([(size,) + color, (), ("red",), ((0.5, 0.5, 0),)]))
        if kind < 0.83:
            return on_turtle("write", (rng.choice(["hello", 42, "", "two\nlines", "é"]),),
                             rng.choice([{}, {"move": True}, {"align": "Center", "move": True},
                                         {"align": "right", "font": ("Courier", 16, "bold")},
                                         {"align": "middle"}, {"align": 3},
                                         {"font": ("Arial", -20, "italic"), "move": True}]))
        if kind < 0.89:
            return on_turtle(*self.shape_call())
        if kind < 0.91:
            return on_turtle(rng.choice("begin_poly end_poly get_poly showturtle st hideturtle ht "
                                        "isvisible getscreen getturtle getpen".split()))
        if kind < 0.925:
            full = rng.choice([360, 360.0, 400, 2 * math.pi, 24, -360, 100])
            if self.strange and rng.random() < 0.1:
                full = rng.choice([0, "x", math.inf])
            return rng.choice([on_turtle("degrees"), on_turtle("radians"),
                               on_turtle("degrees", (full,))])
        if kind < 0.935:
            return on_turtle("setundobuffer", (rng.choice([None, 0, 1, 2, 5, 30, 1000, 7, 2.5, "a"]),))
        if kind < 0.945:
            return on_turtle("undobufferentries")
        return self.rare(turtle)

    def rare(self, turtle):
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return Call("turtle", turtle, rng.choice(["reset", "clear"]))
        if kind < 0.3:
            return rng.choice([Call("turtle", turtle, "clone"), Call("screen", 0, "derive"),
                               Call("screen", 0, "new", (), rng.choice([
                                   {}, {"shape": "turtle"}, {"visible": False},
                                   {"undobuffersize": 3}, {"undobuffersize": 0}]))])
        name, args = rng.choice([
            ("colormode", ()), ("colormode", (255,)), ("colormode", (1.0,)), ("colormode", (1,)),
            ("colormode", (100,)), ("bgcolor", ()), ("bgcolor", self.color()), ("tracer", ()),
            ("tracer", (0,)), ("tracer", (0,)), ("tracer", (rng.choice([0, 1]), 5)),
            ("tracer", (rng.choice([0, 1, 3, "a"]),)), ("delay", ()), ("delay", (7,)), ("update", ()), ("turtles", ()),
            ("getshapes", ()), ("window_width", ()), ("window_height", ()),
            ("setup", (500, 400)), ("setup", (0.4, 0.6)), ("setup", (300, 200, 10, -10)),
            ("screensize", ()), ("screensize", (500, 600)), ("screensize", (None, 350)),
            ("title", ("t",)), ("listen", ()), ("onkey", (None, "a")), ("onkeypress", (print, "b")),
            ("onclick", (None,)), ("ontimer", (print, 5)), ("mainloop", ()), ("textinput", ("a", "b")),
            ("numinput", ("a", "b")), ("bgpic", ()), ("mode", ()), ("getcanvas", ()),
            ("register_shape", ("mine", ((0, 0), (10, -5), (0, 10.5), (-10, -5)))),
            ("register_shape", ("bad",)),
            ("compound", ("many", [(((0, 0), (10, -5), (0, 10)), "red", "blue"),
                                   (((0, 0), (5, 5), (2, -7.5)), "gold")])),
        ])
        if name == "bgcolor" and args == ("",):
            args = ("red",)
        if rng.random() < 0.04:
            name, args = rng.choice([("mode", ("logo",)), ("mode", ("standard",)), ("mode", ("World",)),
                                     ("mode", ("other",)), ("reset", ()), ("clear", ()),
                                     ("setworldcoordinates", (-10, -10, 10, 20))])
        return Call("screen", turtle, name, args)


# Pictures ---------------------------------------------------------------------------------------


def color_or_none(text):
    return stub_tkinter.rgb(text) if text else None


def cpython_picture(side):
    """The items in display order, turtle coordinates without the cursors."""
    screen = side.screen
    screen.tracer(1)
    cursors = set()
    for turtle in side.turtles + screen.turtles():
        turtle._update_data()
        items = turtle.turtle._item
        cursors.update(items if isinstance(items, list) else [items])
    canvas = screen.cv._canvas
    picture = []
    for number in canvas.order:
        kind, coords, options = canvas.items[number]
        points = [(coords[i], -coords[i + 1]) for i in range(0, len(coords), 2)]
        fill = color_or_none(options.get("fill"))
        outline = color_or_none(options.get("outline"))
        if number in cursors or kind == "image" or (fill is None and outline is None):
            continue
        if kind == "text":
            anchor = {"sw": 0, "s": 1, "se": 2}[options["anchor"]]
            picture.append(("text", points[0][0] + 1, points[0][1], fill, options["text"], anchor))
        elif kind == "line" and all(point == points[0] for point in points):
            picture.append(("dot", options["width"], [points[0]], fill))
        elif kind == "line":
            picture.append(("line", options["width"], points, fill))
        else:
            picture.append(("polygon", options.get("width", 1) if outline else 1, points, fill, outline))
    return stub_tkinter.rgb(canvas.options["bg"]), picture


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def points(self):
        return [self.take("dd") for _ in range(self.take("I"))]

    def text(self, form):
        size = self.take(form)
        self.at += size
        return self.data[self.at - size:self.at].decode()


def our_picture(data):
    reader = Reader(data)
    assert reader.take("8s") == b"PAPSCN01"
    count = reader.take("I")
    background = reader.take("BBB")
    reader.take("B")
    picture = []
    for _ in range(count):
        kind, color = reader.take("B"), reader.take("BBB")
        if kind == 1:
            width = reader.take("d")
            picture.append(("line", width, reader.points(), color))
        elif kind == 2:
            picture.append(("polygon", 1, reader.points(), color, None))
        elif kind == 3:
            width = reader.take("d")
            picture.append(("dot", width, [reader.take("dd")], color))
        elif kind == 4:
            has_fill, has_outline, outline = reader.take("B"), reader.take("B"), reader.take("BBB")
            width = reader.take("d")
            picture.append(("polygon", width if has_outline else 1, reader.points(),
                            color if has_fill else None, outline if has_outline else None))
        else:
            x, y, _ = reader.take("ddd")
            align = reader.take("B")
            reader.text("H"), reader.text("H")
            picture.append(("text", x, y, color, reader.text("I"), align))
    assert reader.at == len(data)
    return background, picture


def finite(picture):
    def numbers(value):
        if isinstance(value, (tuple, list)):
            for part in value:
                yield from numbers(part)
        elif isinstance(value, (int, float)):
            yield value

    return all(math.isfinite(number) and abs(number) <= 1e9 for number in numbers(picture))


def same_item(a, b):
    """Text is moved by a pixel and back, which may round; everything else is equal."""
    if a[0] == b[0] == "text":
        return a[3:] == b[3:] and math.isclose(a[1], b[1], abs_tol=1e-6) and a[2] == b[2]
    return a == b


def compare_pictures(theirs, ours):
    """None, or what differs. World coordinates change the scale of what was drawn: only the number
    of items is compared. With tracer(3) a cleared clone leaves what happened to be shown: nothing is
    compared."""
    if theirs.has_skipped_frames:
        return None
    expected = cpython_picture(theirs)
    data = ours.module._record()
    if not finite(expected):
        return None if isinstance(data, int) else "a picture that is not finite was accepted"
    if isinstance(data, int):
        return "status %d instead of a picture" % data
    actual = our_picture(data)
    if expected[0] != actual[0]:
        return "background %r, %r expected" % (actual[0], expected[0])
    if theirs.has_been_world:
        return None if len(expected[1]) == len(actual[1]) else "the number of items"
    for i, (a, b) in enumerate(zip(expected[1], actual[1])):
        if not same_item(a, b):
            return "item %d: %r, %r expected" % (i, b, a)
    if len(expected[1]) != len(actual[1]):
        return "%d items, %d expected" % (len(actual[1]), len(expected[1]))
    return None


# The run ----------------------------------------------------------------------------------------


def not_judged(theirs, call):
    """CPython without animation takes anything for a position and fails at some later call; ours
    fails at once. With animation both fail at once."""
    if call.name not in ("goto", "setpos", "setposition", "setx", "sety"):
        return False
    turtle = theirs.turtles[call.turtle % len(theirs.turtles)]
    if call.target == "module":
        turtle = cpython.getturtle()
    if turtle._speed and theirs.screen._tracing == 1:
        return False
    values = call.args
    if call.name not in ("setx", "sety") and len(values) == 1:
        values = values[0].parts if isinstance(values[0], Vector) else values[0]
    numbers = isinstance(values, (tuple, list)) and all(
        isinstance(value, (int, float)) and value != 10 ** 400 for value in values)
    return not numbers


def run_episode(ours_module, seed, length, verbose):
    """The number of calls made, or None after a difference."""
    rng = random.Random(seed)
    calls = Calls(rng, strange=rng.random() < 0.4)
    theirs, ours = Side(cpython), Side(ours_module)
    if rng.random() < 0.8:
        for side in (theirs, ours):
            side.screen.tracer(0)
    history = []
    for _ in range(length):
        call = calls.next()
        if not_judged(theirs, call):
            continue
        if call.name in ("new", "clone", "derive") and len(theirs.turtles) >= 6:
            continue
        history.append(call)
        if verbose:
            print(seed, call, flush=True)
        expected, actual = theirs.call(call), ours.call(call)
        if expected != actual:
            report(seed, history, [pair for pair in zip([expected[0]] + expected[1],
                                                        [actual[0]] + actual[1])
                                   if pair[0] != pair[1]])
            return None
    difference = compare_pictures(theirs, ours)
    if difference:
        report(seed, history, difference)
        return None
    return len(history)


def report(seed, history, difference):
    print("seed %d, after %d calls; the last ones:" % (seed, len(history)))
    for call in history[-25:]:
        print("   ", call)
    print("seed %d, different:" % seed, difference)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", help="where the extension module is")
    parser.add_argument("--calls", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=250, help="calls of an episode")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    ours = load_ours(options.folder)
    made, seed = 0, options.seed
    while made < options.calls:
        count = run_episode(ours, seed, options.length, options.verbose)
        if count is None:
            sys.exit(1)
        made, seed = made + count, seed + 1
    print("%d calls in %d episodes, no difference" % (made, seed - options.seed))


if __name__ == "__main__":
    main()
