import math
import turtle

t = turtle.Turtle()
t.color("dark red", "red")
points = [
    (12 * 16 * math.sin(a) ** 3 * 0.8, 12 * 0.8 * (13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)))
    for a in (math.radians(d) for d in range(0, 361, 6))
]
t.penup()
t.goto(points[0])
t.pendown()
t.begin_fill()
for point in points[1:]:
    t.goto(*point)
t.end_fill()
