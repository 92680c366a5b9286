import turtle

SQUARE = 35


def draw(t):
    t.speed(0)
    for row in range(8):
        for column in range(8):
            t.penup()
            t.goto((column - 4) * SQUARE, (row - 4) * SQUARE)
            t.pendown()
            t.fillcolor("saddlebrown" if (row + column) % 2 == 0 else "bisque")
            t.begin_fill()
            for _ in range(4):
                t.forward(SQUARE)
                t.left(90)
            t.end_fill()
