import turtle
from itertools import islice


def fibonacci():
    a, b = 1, 1
    while True:
        yield a
        a, b = b, a + b


turtle.bgcolor("ivory")
t = turtle.Turtle()
t.pensize(2)
for radius in islice(fibonacci(), 11):
    t.pencolor("gray")
    for _ in range(4):
        t.forward(radius)
        t.left(90)
    t.pencolor("dark orange")
    t.circle(radius, 90)
