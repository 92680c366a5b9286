import math
import turtle

t = turtle.Turtle()
t.radians()
for _ in range(6):
    t.forward(80)
    t.left(math.pi / 3)
t.degrees(400)
t.pencolor("purple")
for _ in range(8):
    t.forward(50)
    t.right(50)
t.degrees()
t.setheading(270)
t.forward(100)
