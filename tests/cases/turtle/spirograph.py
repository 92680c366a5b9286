import turtle
from math import cos, sin, radians, gcd


def spirograph(big, small, hole):
    turns = small // gcd(big, small)
    for degree in range(0, 360 * turns + 1, 5):
        a = radians(degree)
        d = big - small
        yield d * cos(a) + hole * cos(d * a / small), d * sin(a) - hole * sin(d * a / small)


t = turtle.Turtle()
t.speed(0)
t.pencolor("dark magenta")
t.penup()
for point in spirograph(150, 63, 55):
    t.setpos(point)
    t.pendown()
