import turtle

t = turtle.Turtle()
body = [(-120, -20), (-120, 20), (-60, 25), (-30, 60), (50, 60), (80, 20), (120, 15), (120, -20)]
t.pensize(2)
t.color("black", "crimson")
t.penup()
t.goto(body[-1])
t.pendown()
t.begin_fill()
for x, y in body:
    t.goto(x, y)
t.end_fill()
for x in (-70, 70):
    for radius, paint in ((25, "black"), (12, "silver")):
        t.penup()
        t.goto(x, -20 - radius)
        t.setheading(0)
        t.pendown()
        t.fillcolor(paint)
        t.begin_fill()
        t.circle(radius)
        t.end_fill()
