import turtle

t = turtle.Turtle()
queue = [(40, "red"), (80, "orange"), (120, "green"), (160, "blue")]
while queue and (job := queue.pop()):
    size, *rest = job
    t.pencolor(*rest)
    t.penup()
    t.goto(-size / 2, -size / 2)
    t.pendown()
    for _ in range(4):
        t.forward(size)
        t.left(90)
first, *middle, last = range(5)
t.penup()
t.goto(sum(middle), last)
t.dot(20 + first, "black")
