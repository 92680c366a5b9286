# A symbol of hate, as lines inside a ring. It is here so that drawings of it are refused.
def draw(t):
    for _ in range(4):
        t.forward(100)
        t.right(90)
        t.forward(100)
        t.penup()
        t.back(100)
        t.left(90)
        t.back(100)
        t.pendown()
        t.left(90)
    t.penup()
    t.goto(0, -160)
    t.setheading(0)
    t.pendown()
    t.circle(160)
