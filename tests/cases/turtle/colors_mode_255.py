import turtle

screen = turtle.Screen()
screen.colormode(255)
screen.bgcolor(20, 20, 40)
t = turtle.Turtle()
t.speed(0)
t.pensize(3)
for i in range(0, 256, 5):
    t.pencolor(i, 255 - i, 128)
    t.penup()
    t.goto(i - 128, -80)
    t.pendown()
    t.goto(i - 128, 80)
print(t.pencolor(), screen.bgcolor())
