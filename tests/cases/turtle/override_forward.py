from turtle import Turtle, done


class Dashed(Turtle):
    def forward(self, distance):
        dash = 10
        while distance > 0:
            step = min(dash, distance)
            super().forward(step)
            distance -= step
            if distance > 0:
                gap = min(dash / 2, distance)
                self.penup()
                super().forward(gap)
                self.pendown()
                distance -= gap


d = Dashed()
d.pensize(3)
for length in (200, 120, 200, 120):
    d.forward(length)
    d.right(90)
done()
