import turtle


class _Turtle(turtle.Turtle):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.pensize(5)


turtle.Turtle = turtle.Pen = _Turtle
turtle.pensize(5)
t = turtle.Turtle()
