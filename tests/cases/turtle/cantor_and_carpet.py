import turtle


def carpet(t, x, y, size, depth):
    if depth == 0 or size < 3:
        return
    third = size / 3
    t.penup()
    t.goto(x + third, y + third)
    t.pendown()
    t.begin_fill()
    for _ in range(4):
        t.forward(third)
        t.left(90)
    t.end_fill()
    for i in range(9):
        if i != 4:
            carpet(t, x + i % 3 * third, y + i // 3 * third, third, depth - 1)


t = turtle.Turtle()
t.speed(0)
carpet(t, -135, -135, 270, 3)
