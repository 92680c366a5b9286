import math
import turtle


def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def rotation(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if axis == "x":
        return [[1, 0, 0], [0, c, -s], [0, s, c]]
    return [[c, 0, s], [0, 1, 0], [-s, 0, c]]


corners = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
turned = multiply(corners, multiply(rotation("y", 30), rotation("x", 25)))
edges = [(i, j) for i in range(8) for j in range(i) if bin(i ^ j).count("1") == 1]
t = turtle.Turtle()
t.pensize(3)
for i, j in edges:
    t.penup()
    t.goto(90 * turned[i][0], 90 * turned[i][1])
    t.pendown()
    t.goto(90 * turned[j][0], 90 * turned[j][1])
assert len(edges) == 12
