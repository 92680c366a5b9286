import turtle

t = turtle.Turtle()
t.speed(0)
for steps in range(3, 11):
    t.pencolor((steps - 3) / 8, 0.2, 1 - (steps - 3) / 8)
    t.circle(120, steps=steps)
t.circle(-60, extent=180, steps=3)
