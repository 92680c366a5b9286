import turtle
import math


def petal(t, size, color):
    t.fillcolor(color)
    t.begin_fill()
    for _ in range(2):
        t.circle(size, 60)
        t.left(120)
    t.end_fill()


def draw(t):
    t.speed(0)
    t.pensize(2)
    colors = ["red", "orange", "gold", "#3366cc"]
    for i in range(8):
        petal(t, 60 + 5 * (i % 2), colors[i % len(colors)])
        t.left(360 / 8)
    t.penup()
    t.goto(0, -40 * math.sqrt(2))
    t.pendown()
    t.pencolor("dark green")
    t.setheading(-90)
    t.forward(120)
    t.dot(12, "brown")


screen = turtle.Screen()
pen = turtle.Turtle()
pen.hideturtle()
draw(pen)
turtle.done()
