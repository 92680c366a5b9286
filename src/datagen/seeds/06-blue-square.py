def draw(t):
    t.pencolor("blue")
    for _ in range(4):
        t.forward(100)
        t.left(90)
