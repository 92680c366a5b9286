import turtle

t = turtle.Turtle()
t.color("black", "turquoise")
t.begin_fill()
for row in range(3):
    for column in range(4):
        t.teleport(-120 + 60 * column, -90 + 60 * row)
        for _ in range(4):
            t.forward(45)
            t.left(90)
t.end_fill()
t.teleport(y=120)
t.dot(15)
