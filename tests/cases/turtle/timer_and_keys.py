import turtle

screen = turtle.Screen()
screen.setup(width=600, height=600)
player = turtle.Turtle(shape="triangle")
player.pensize(3)


def up():
    player.setheading(90)
    player.forward(20)


def tick():
    up()
    screen.ontimer(tick, 100)


screen.onkey(up, "Up")
screen.onkeypress(lambda: player.left(10), "Left")
screen.onclick(lambda x, y: player.goto(x, y))
screen.listen()
screen.ontimer(tick, 100)
for _ in range(5):
    up()
    player.right(90)
    player.forward(20)
screen.mainloop()
