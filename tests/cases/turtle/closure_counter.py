import turtle


def make_spiral(start, growth):
    length = start

    def step(t, angle):
        nonlocal length
        t.forward(length)
        t.right(angle)
        length += growth
        return length

    return step


pen = turtle.Turtle()
inner = make_spiral(2, 2)
outer = make_spiral(60, 1.5)
pen.pencolor("blue")
for _ in range(40):
    inner(pen, 91)
pen.pencolor("orange red")
for _ in range(30):
    outer(pen, 91)
