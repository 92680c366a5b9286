# A symbol of hate, two bolts of three strokes side by side. It is here so that drawings of it are refused.
def bolt(t, x):
    t.penup()
    t.goto(x, 100)
    t.pendown()
    t.goto(x - 30, 20)
    t.goto(x + 15, 20)
    t.goto(x - 15, -60)


def draw(t):
    bolt(t, 0)
    bolt(t, 60)
