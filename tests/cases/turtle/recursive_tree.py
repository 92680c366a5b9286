import turtle


def branch(t, length, depth):
    if depth == 0:
        return
    t.pensize(depth)
    t.pencolor("forest green" if depth < 3 else "sienna")
    t.forward(length)
    t.left(28)
    branch(t, length * 0.72, depth - 1)
    t.right(56)
    branch(t, length * 0.72, depth - 1)
    t.left(28)
    t.penup()
    t.backward(length)
    t.pendown()


t = turtle.Turtle()
t.speed(0)
t.left(90)
t.penup()
t.goto(0, -150)
t.pendown()
branch(t, 90, 7)
turtle.done()
