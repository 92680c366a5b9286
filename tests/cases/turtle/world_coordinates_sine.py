import math
import turtle

screen = turtle.Screen()
screen.setup(640, 480)
screen.setworldcoordinates(-4, -1.5, 4, 1.5)
axis = turtle.Turtle()
axis.pencolor("gray")
for start, end in [((-4, 0), (4, 0)), ((0, -1.5), (0, 1.5))]:
    axis.penup()
    axis.goto(start)
    axis.pendown()
    axis.goto(end)
curve = turtle.Turtle()
curve.pensize(3)
curve.penup()
for i in range(-80, 81):
    x = i / 20
    curve.goto(x, math.sin(math.pi * x))
    curve.pendown()
