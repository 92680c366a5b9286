import turtle


def lerp(p, q, s):
    return tuple(a + (b - a) * s for a, b in zip(p, q))


def bezier(points, s):
    while len(points) > 1:
        points = [lerp(p, q, s) for p, q in zip(points, points[1:])]
    return points[0]


control = [(-150, -100), (-100, 180), (120, 160), (150, -100)]
t = turtle.Turtle()
t.pencolor("light gray")
t.penup()
for point in control:
    t.goto(point)
    t.pendown()
    t.dot(8, "gray")
t.pencolor("blue")
t.pensize(3)
t.penup()
for i in range(31):
    t.goto(bezier(control, i / 30))
    t.pendown()
