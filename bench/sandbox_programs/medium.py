import turtle

t = turtle.Turtle()
t.hideturtle()
for i in range(1000):
    t.forward(i % 50)
    t.left(91)
