import random
import turtle

random.seed(2024)
screen = turtle.Screen()
screen.bgcolor("midnight blue")
screen.tracer(0)
t = turtle.Turtle()
t.hideturtle()


def star(x, y, size, points=5):
    t.penup()
    t.goto(x, y)
    t.setheading(random.randrange(360))
    t.pendown()
    t.begin_fill()
    for _ in range(points):
        t.forward(size)
        t.right(180 - 180 / points)
    t.end_fill()


for _ in range(40):
    t.color(random.choice(["white", "light yellow", "light cyan"]))
    star(random.uniform(-200, 200), random.uniform(-200, 200), random.gauss(15, 4))
screen.update()
