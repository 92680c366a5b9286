import math

import matplotlib.pyplot as plt


class Turtle:
    def __init__(self):
        self.x, self.y, self.direction, self.is_down = 0.0, 0.0, 0.0, True
        self.begin()

    def begin(self):
        self.row = [[self.x], [self.y]]
        plt.plot(*self.row, color="black")

    def move(self, x, y):
        self.x, self.y = x, y
        if self.is_down:
            self.row[0].append(x)
            self.row[1].append(y)
            plt.gca().lines[-1].set_data(*self.row)
            plt.gca().update_datalim([(x, y)])

    def forward(self, length):
        angle = math.radians(self.direction)
        self.move(self.x + length * math.cos(angle), self.y + length * math.sin(angle))

    def backward(self, length):
        self.forward(-length)

    def left(self, degree):
        self.direction += degree

    def right(self, degree):
        self.direction -= degree

    def setheading(self, heading):
        self.direction = heading

    def circle(self, radius, extent=360):
        side = math.radians(self.direction + 90)
        x, y = self.x + radius * math.cos(side), self.y + radius * math.sin(side)
        turn = extent if radius >= 0 else -extent
        count = max(int(abs(extent) / 360 * 128), 1)
        for i in range(1, count + 1):
            angle = math.radians(self.direction - 90 + turn * i / count)
            self.move(x + radius * math.cos(angle), y + radius * math.sin(angle))
        self.direction += turn

    def penup(self):
        self.is_down = False

    def pendown(self):
        if not self.is_down:
            self.is_down = True
            self.begin()

    def ignore(self, *arguments):
        pass

    up, down, speed, hideturtle = penup, pendown, ignore, ignore


plt.axis("equal")
plt.axis("off")
t = Turtle()
