import math
import turtle

screen = turtle.Screen()
screen.title("Clock")
screen.bgcolor("#f5f5dc")
t = turtle.Turtle(visible=False)
t.speed(0)
t.pensize(4)
t.penup()
t.goto(0, -150)
t.pendown()
t.circle(150)
t.penup()
for hour in range(1, 13):
    angle = math.radians(90 - 30 * hour)
    t.goto(125 * math.cos(angle), 125 * math.sin(angle) - 9)
    t.write(hour, align="center", font=("Arial", 14, "bold"))
for value, full, length, width in ((10.15, 12, 70, 6), (9, 60, 105, 3)):
    t.home()
    t.setheading(90 - 360 * value / full)
    t.pensize(width)
    t.pendown()
    t.forward(length)
    t.penup()
t.home()
t.dot(12, "red")
screen.mainloop()
