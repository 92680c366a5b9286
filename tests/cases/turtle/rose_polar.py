import math
import turtle as t


def rose(k, radius, ink):
    t.pencolor(ink)
    t.penup()
    for degree in range(0, 361, 2):
        a = math.radians(degree)
        r = radius * math.cos(k * a)
        t.goto(r * math.cos(a), r * math.sin(a))
        t.pendown()


t.speed(0)
for k, ink in zip((2, 3, 5), ("crimson", "seagreen", "royalblue")):
    rose(k, 60 + 30 * k, ink)
t.done()
