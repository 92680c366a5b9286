import turtle
from dataclasses import dataclass, field


@dataclass
class Shape:
    x: float
    y: float
    sides: int
    size: float = 40.0
    paint: str = "plum"
    tags: list = field(default_factory=list)

    def draw(self, t):
        t.penup()
        t.goto(self.x, self.y)
        t.pendown()
        t.fillcolor(self.paint)
        t.begin_fill()
        t.circle(self.size, steps=self.sides)
        t.end_fill()
        self.tags.append(f"{self.sides}-gon at ({self.x:.0f}, {self.y:.0f})")


def main():
    t = turtle.Turtle()
    shapes = [
        Shape(-100, 0, 3),
        Shape(0, 0, 4, paint="khaki"),
        Shape(100, 0, 5, size=50),
        Shape(0, -120, 12, 45.5, "light sea green"),
    ]
    for shape in shapes:
        shape.draw(t)
    t.penup()
    t.goto(0, 110)
    t.write(shapes[-1].tags[0], align="center", font=("Courier", 12, "normal"))


if __name__ == "__main__":
    main()
