import turtle


def band(t, x, y, width, height, paint):
    t.up()
    t.goto(x, y)
    t.down()
    t.color(paint)
    t.begin_fill()
    for corner in ((x + width, y), (x + width, y - height), (x, y - height), (x, y)):
        t.goto(corner)
    t.end_fill()


t = turtle.Turtle()
t.ht()
for i, paint in enumerate(["#ae1c28", "#ffffff", "#21468b"]):
    band(t, -150, 100 - 200 / 3 * i, 300, 200 / 3, paint)
band(t, -150, 100, 100, 200 / 3, (1, 0.5, 0))
turtle.Screen().exitonclick()
