import turtle

t = turtle.Turtle()
turtle.bgcolor("black")
palette = ("red", "purple", "blue", "green", "orange", "yellow")
x = 0
while x < 120:
    t.pencolor(palette[x % 6])
    t.width(x / 40 + 1)
    t.forward(x * 1.5)
    t.left(59)
    x += 1
turtle.done()
