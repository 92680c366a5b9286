import turtle

screen = turtle.Screen()
screen.setup(800, 600)
screen.bgcolor("light salmon")
artist = turtle.Turtle()
artist.speed(0)
artist.hideturtle()


def rectangle(x, y, w, h, paint):
    artist.penup()
    artist.goto(x, y)
    artist.pendown()
    artist.color(paint)
    artist.begin_fill()
    for _ in range(2):
        artist.forward(w)
        artist.right(90)
        artist.forward(h)
        artist.right(90)
    artist.end_fill()


artist.penup()
artist.goto(0, -60)
artist.pendown()
artist.color("orange red", "gold")
artist.begin_fill()
artist.circle(80)
artist.end_fill()
rectangle(-300, 0, 600, 200, "dark blue")
for i in range(8):
    artist.penup()
    artist.goto(-70 + 4 * i, -15 - 20 * i)
    artist.pendown()
    artist.pensize(3)
    artist.color("khaki")
    artist.forward(140 - 8 * i)
