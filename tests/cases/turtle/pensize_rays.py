import turtle

t = turtle.Turtle()
for width in range(1, 13):
    t.pensize(width)
    t.pencolor("slate blue" if width % 2 else "dark salmon")
    t.forward(140)
    t.back(140)
    t.right(30)
