import turtle


class Artist(turtle.Turtle):
    """A turtle that knows regular polygons."""

    def __init__(self, ink, **options):
        super().__init__(**options)
        self.color(ink)
        self.shapes_drawn = 0

    def polygon(self, sides, length):
        for _ in range(sides):
            self.forward(length)
            self.left(360 / sides)
        self.shapes_drawn += 1
        return self

    def hop(self, x, y):
        self.penup()
        self.goto(x, y)
        self.pendown()
        return self


ann = Artist("teal", shape="turtle")
for i, sides in enumerate(range(3, 9)):
    ann.hop(-150 + 110 * (i % 3), 60 - 130 * (i // 3)).polygon(sides, 150 / sides)
assert ann.shapes_drawn == 6
