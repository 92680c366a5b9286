import functools
import turtle

t = turtle.Turtle()
side = functools.partial(t.forward, 50)
turn = functools.partial(t.left, 60)
compose = lambda *steps: lambda: [step() for step in steps]
hexagon = compose(*([side, turn] * 6))
list(map(lambda _: (hexagon(), t.right(60)), range(6)))
total = functools.reduce(lambda a, b: a + b, map(len, ["red", "green", "blue"]))
t.pencolor("red")
t.circle(total * 10)
