import turtle
from turtle import Vec2D

t = turtle.Turtle()
origin = Vec2D(-100, -60)
across = Vec2D(200, 0)
corners = [origin, origin + across, origin + across + Vec2D(0, 120), origin + Vec2D(0, 120)]
t.penup()
t.goto(corners[-1])
t.pendown()
for corner in corners:
    t.goto(corner)
spoke = Vec2D(80, 0)
for _ in range(12):
    t.penup()
    t.goto(0, 0)
    t.pendown()
    t.goto(spoke)
    spoke = spoke.rotate(30)
t.dot(abs(across * 0.1), "orange")
assert across * spoke > 0 and -across == Vec2D(-200, 0)
