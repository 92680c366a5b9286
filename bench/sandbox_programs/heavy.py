import turtle

t = turtle.Turtle()
for i in range(100000):
    t.forward(i % 50)
    t.left(91)
