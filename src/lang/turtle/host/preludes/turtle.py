import turtle


class _Turtle(turtle.Turtle):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.pensize(5)


turtle.Turtle = turtle.Pen = _Turtle
turtle.pensize(5)
t = turtle.Turtle()
# The rest is for programs that name what sets a pen's size.


def _fix_pens():
    raw, named = turtle.RawTurtle, _Turtle.__base__
    make, pensize, pen, dot, reset = raw.__init__, raw.pensize, raw.pen, raw.dot, raw.reset
    in_dot = False

    def fixed_make(self, *arguments, **options):
        make(self, *arguments, **options)
        pensize(self, 5)

    def fixed_pensize(self, width=None):
        if width is None:
            return pensize(self)
        pensize(self, width if in_dot else 5)

    def fixed_pen(self, pen_=None, **changes):
        pen_ = changes.pop("pen", pen_)
        changes = {**(pen_ if isinstance(pen_, dict) else {}), **changes}
        if "pensize" in changes:
            changes["pensize"] = 5
        return pen(self, changes)

    def fixed_dot(self, *arguments, **options):
        nonlocal in_dot
        in_dot = True
        try:
            dot(self, *arguments, **options)
        finally:
            in_dot = False

    def fixed_reset(self):
        reset(self)
        pensize(self, 5)

    raw.__init__ = fixed_make
    for kind in (raw, named):
        kind.pensize = kind.width = fixed_pensize
        kind.pen, kind.dot, kind.reset = fixed_pen, fixed_dot, fixed_reset


_fix_pens()
