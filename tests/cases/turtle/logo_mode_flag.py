import turtle

turtle.mode("logo")
t = turtle.Turtle()
assert t.heading() == 0
t.pensize(4)
t.forward(150)
t.right(90)
t.color("black", "red")
t.begin_fill()
for side in (90, 60, 90, 60):
    t.forward(side)
    t.right(90)
t.end_fill()
t.setheading(180)
t.forward(200)
