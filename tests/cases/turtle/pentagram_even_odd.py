import turtle

t = turtle.Turtle()
t.pensize(2)
t.color("black", "#fc0")
t.begin_fill()
for _ in range(5):
    t.forward(200)
    t.right(144)
t.end_fill()
