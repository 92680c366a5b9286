import turtle

t = turtle.Turtle()
t.pensize(14)
for i, ink in enumerate(["violet", "indigo", "blue", "green", "yellow", "orange", "red"]):
    radius = 60 + 14 * i
    t.penup()
    t.goto(radius, -40)
    t.setheading(90)
    t.pendown()
    t.pencolor(ink)
    t.circle(radius, 180)
