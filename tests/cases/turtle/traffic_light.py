import turtle as t

t.setup(400, 600)
t.hideturtle()
t.penup()
t.goto(-50, 150)
t.pendown()
t.fillcolor("#333333")
t.begin_fill()
for side in (100, 300, 100, 300):
    t.forward(side)
    t.right(90)
t.end_fill()
for y, paint in ((100, "red"), (0, "yellow"), (-100, "green")):
    t.penup()
    t.goto(0, y)
    t.dot(80, paint)
t.done()
