def draw(t):
    for _ in range(4):
        t.forward(100)
        t.left(90)
