import turtle

directions = [0]
for _ in range(9):
    directions = [d + 45 for d in directions] + [d - 45 for d in directions]
t = turtle.Turtle()
t.hideturtle()
turtle.tracer(0)
t.pencolor("dark cyan")
for direction in directions:
    t.setheading(direction)
    t.forward(8)
turtle.update()
