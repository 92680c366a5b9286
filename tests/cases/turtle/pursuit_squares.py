import turtle

corners = [(-150, -150), (150, -150), (150, 150), (-150, 150)]
t = turtle.Turtle()
t.speed(0)
for _ in range(20):
    t.penup()
    t.goto(corners[-1])
    t.pendown()
    for corner in corners:
        t.goto(corner)
    corners = [
        (0.9 * x0 + 0.1 * x1, 0.9 * y0 + 0.1 * y1)
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1])
    ]
