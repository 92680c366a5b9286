import turtle

t = turtle.Turtle()


class Filled:
    def __init__(self, paint, outline="black"):
        self.colors = (outline, paint)

    def __enter__(self):
        t.color(*self.colors)
        t.begin_fill()
        return t

    def __exit__(self, kind, error, trace):
        t.end_fill()
        return kind is ValueError


with Filled("light blue"):
    t.circle(80)
with Filled("misty rose", outline="red") as pen:
    for _ in range(3):
        pen.forward(100)
        pen.left(120)
    raise ValueError("the fill ends all the same")
t.forward(50)
