import turtle
from enum import Enum


class Move(Enum):
    NORTH = (0, 1)
    EAST = (1, 0)
    SOUTH = (0, -1)
    WEST = (-1, 0)

    def turned(self):
        members = list(Move)
        return members[(members.index(self) + 1) % 4]


t = turtle.Turtle()
t.pensize(5)
move, length = Move.NORTH, 10
for _ in range(24):
    dx, dy = move.value
    t.goto(t.xcor() + dx * length, t.ycor() + dy * length)
    move = move.turned()
    length += 7
