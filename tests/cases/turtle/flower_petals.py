from turtle import *

title("A flower")
speed("fastest")
bgcolor("honeydew")


def petal(radius=100, angle=60):
    for _ in range(2):
        circle(radius, angle)
        left(180 - angle)


color("deep pink", "pink")
for heading_now in range(0, 360, 36):
    setheading(heading_now)
    begin_fill()
    petal()
    end_fill()
penup()
home()
dot(50, "gold")
hideturtle()
mainloop()
