import turtle

rings = {"blue": (-110, 0), "black": (0, 0), "red": (110, 0), "yellow": (-55, -50), "green": (55, -50)}
pen = turtle.Pen()
pen.width(8)
for ink, (x, y) in rings.items():
    pen.up()
    pen.goto(x, y - 45)
    pen.down()
    pen.color(ink)
    pen.circle(45)
pen.hideturtle()
turtle.done()
