def square(t, side):
    for _ in range(4):
        t.forward(side)
        t.left(90)


def draw(t):
    for _ in range(2):
        square(t, 80)
        t.penup()
        t.forward(120)
        t.pendown()
