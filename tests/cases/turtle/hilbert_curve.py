import turtle

t = turtle.Turtle()
t.speed(0)
t.penup()
t.setposition(-124, -124)
t.pendown()


def hilbert(level, angle, step=8):
    if level == 0:
        return
    t.right(angle)
    hilbert(level - 1, -angle, step)
    t.forward(step)
    t.left(angle)
    hilbert(level - 1, angle, step)
    t.forward(step)
    hilbert(level - 1, angle, step)
    t.left(angle)
    t.forward(step)
    hilbert(level - 1, -angle, step)
    t.right(angle)


hilbert(5, -90)
