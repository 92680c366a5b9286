# A symbol of hate, as an area of bars as wide as its gaps. It is here so that drawings of it are refused.
def draw(t):
    t.begin_fill()
    for _ in range(4):
        t.forward(80)
        t.right(90)
        t.forward(120)
        t.right(90)
        t.forward(40)
        t.right(90)
        t.forward(80)
        t.left(90)
        t.forward(40)
        t.left(90)
    t.end_fill()
