import turtle


def disc(t, x, y, radius, paint):
    t.penup()
    t.goto(x, y - radius)
    t.setheading(0)
    t.pendown()
    t.fillcolor(paint)
    t.begin_fill()
    t.circle(radius)
    t.end_fill()


face = turtle.Turtle()
face.pensize(3)
disc(face, 0, 0, 120, "yellow")
for x in (-45, 45):
    disc(face, x, 40, 18, "white")
    disc(face, x, 36, 8, "black")
face.penup()
face.goto(-60, -30)
face.setheading(-60)
face.pendown()
face.pensize(6)
face.circle(70, 120)
face.hideturtle()
