def _make_rabbit():
    import sys
    import turtle

    class Rabbit:
        def __init__(self):
            self._body = turtle.Turtle()
            self._body.pensize(5)
            self._body.setheading(90)

        def aa(self, length):
            self._body.forward(length)

        def bb(self, degree):
            self._body.right(degree)

        def cc(self, radius, degree):
            self._body.circle(radius, degree)

        def pp(self, vanish):
            (self._body.penup if vanish else self._body.pendown)()

    module = type(sys)("rabbit")
    first = Rabbit()
    module.Rabbit = Rabbit
    module.aa, module.bb, module.cc, module.pp = first.aa, first.bb, first.cc, first.pp
    import_other = __import__

    def import_module(name, *arguments, **options):
        if name == "rabbit":
            return module
        if name == "turtle":
            raise ImportError("there is no turtle here, only the module rabbit")
        return import_other(name, *arguments, **options)

    __builtins__.__import__ = import_module


_make_rabbit()
