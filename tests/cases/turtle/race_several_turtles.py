import random
import turtle

random.seed(7)
racers = []
for lane, paint in enumerate(["red", "blue", "green", "purple"]):
    racer = turtle.Turtle(shape="turtle")
    racer.color(paint)
    racer.penup()
    racer.goto(-180, 75 - 50 * lane)
    racer.pendown()
    racers.append(racer)
while all(racer.xcor() < 180 for racer in racers):
    for racer in racers:
        racer.forward(random.randint(1, 10))
winner = max(racers, key=lambda racer: racer.xcor())
winner.dot(20)
for racer in racers:
    racer.stamp()
