import turtle


def polygon(t, sides=5, length=60, *, fill=None, start=(0, 0), turn=1):
    t.penup()
    t.goto(start)
    t.pendown()
    if fill:
        t.fillcolor(fill)
        t.begin_fill()
    for _ in range(sides):
        t.fd(length)
        t.lt(turn * 360 / sides)
    if fill:
        t.end_fill()


bob = turtle.Turtle()
polygon(bob)
polygon(bob, 6, fill="cornflowerblue", start=(-150, 0))
polygon(bob, length=40, sides=8, turn=-1, start=(60, -20))
polygon(bob, **{"sides": 3, "fill": "#abc", "start": (-60, -120), "length": 100})
