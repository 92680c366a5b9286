import turtle

t = turtle.Turtle()
t.width(12)
t.penup()
t.goto(-110, 60)
for ink in ["#f00", "#0F0", "#00f", "#ff8800", "#FFAA00FF", "#8a2be2", "#000080008000"]:
    try:
        t.pencolor(ink)
    except turtle.TurtleGraphicsError:
        t.pencolor("black")
    t.pendown()
    t.forward(220)
    t.penup()
    t.backward(220)
    t.setheading(270)
    t.forward(20)
    t.setheading(0)
