import turtle

COLORS = ["#1b4965", "#62b6cb", "#bee9e8", "#cae9ff", "#5fa8d3"]


def triangle(t, corners, paint):
    t.fillcolor(paint)
    t.penup()
    t.goto(corners[0])
    t.pendown()
    t.begin_fill()
    for corner in corners[1:] + corners[:1]:
        t.goto(corner)
    t.end_fill()


def mid(p, q):
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)


def sierpinski(t, a, b, c, level):
    triangle(t, [a, b, c], COLORS[level])
    if level > 0:
        sierpinski(t, a, mid(a, b), mid(a, c), level - 1)
        sierpinski(t, b, mid(a, b), mid(b, c), level - 1)
        sierpinski(t, c, mid(c, b), mid(a, c), level - 1)


if __name__ == "__main__":
    pen = turtle.Turtle(visible=False)
    pen.speed("fastest")
    sierpinski(pen, (-150, -100), (0, 160), (150, -100), 4)
    turtle.exitonclick()
