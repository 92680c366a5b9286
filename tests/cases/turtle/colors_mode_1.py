import turtle
import colorsys

t = turtle.Turtle()
t.hideturtle()
turtle.colormode(1.0)
for i in range(36):
    t.color(colorsys.hsv_to_rgb(i / 36, 0.9, 0.95))
    t.begin_fill()
    t.goto(0, 0)
    t.setheading(10 * i)
    t.forward(150)
    t.left(95)
    t.forward(150 * 2 * 0.0871557427)
    t.goto(0, 0)
    t.end_fill()
