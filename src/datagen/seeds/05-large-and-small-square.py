def square(t, side):
    for _ in range(4):
        t.forward(side)
        t.left(90)


def draw(t):
    square(t, 120)
    square(t, 60)
