import turtle

t = turtle.Turtle()
for radius in (20, 40, 60, 80):
    t.circle(radius)
t.pencolor("red")
t.circle(-50, 180)
t.pencolor("blue")
t.circle(30, -270)
t.pencolor("green")
t.circle(100, 45.5)
t.circle(0)
t.circle(25, 720)
