import turtle

t = turtle.Turtle(shape="square")
t.penup()
t.shapesize(1.5, 3)
t.color("navy", "lavender")
for i in range(6):
    t.goto(-150 + 60 * i, 50)
    t.tiltangle(30 * i)
    t.stamp()
t.tiltangle(0)
for i in range(6):
    t.goto(-150 + 60 * i, -50)
    t.shearfactor(0.25 * i - 0.5)
    t.stamp()
