def draw(t):
    for _ in range(3):
        t.forward(100)
        t.left(120)
