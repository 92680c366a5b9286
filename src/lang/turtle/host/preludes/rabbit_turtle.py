import rabbit


class Turtle:
    def __init__(self):
        self.body = rabbit.Rabbit()
        self.heading = 90
        self.setheading(0)

    def forward(self, length):
        self.body.aa(length)

    def backward(self, length):
        self.forward(-length)

    def right(self, degree):
        self.heading -= degree
        self.body.bb(degree)

    def left(self, degree):
        self.right(-degree)

    def setheading(self, heading):
        self.left(heading - self.heading)

    def circle(self, radius, degree=360):
        self.heading += degree if radius >= 0 else -degree
        self.body.cc(radius, degree)

    def penup(self):
        self.body.pp(True)

    def pendown(self):
        self.body.pp(False)

    def ignore(self, *arguments):
        pass

    up, down, speed, hideturtle = penup, pendown, ignore, ignore


class turtle:
    Turtle = Turtle


t = Turtle()
