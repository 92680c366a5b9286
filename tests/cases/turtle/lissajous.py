import turtle
from math import pi, sin

t = turtle.Turtle()
t.penup()
N = 400
for i in range(N + 1):
    a = 2 * pi * i / N
    t.goto(150 * sin(3 * a + pi / 2), 150 * sin(4 * a))
    if not t.isdown():
        t.pendown()
