def triangle(t, side):
    for _ in range(3):
        t.forward(side)
        t.left(120)


def draw(t):
    for _ in range(6):
        triangle(t, 90)
        t.left(60)
