def square(t, side):
    for _ in range(4):
        t.forward(side)
        t.left(90)


def triangle(t, side):
    for _ in range(3):
        t.forward(side)
        t.left(120)


def draw(t):
    square(t, 100)
    t.left(90)
    t.forward(100)
    t.right(90)
    triangle(t, 100)
