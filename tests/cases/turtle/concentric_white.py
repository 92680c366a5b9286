import turtle

t = turtle.Turtle()
t.penup()
for i, size in enumerate(range(240, 0, -40)):
    t.dot(size, "red" if i % 2 == 0 else "white")
