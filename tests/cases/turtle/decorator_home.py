import functools
import turtle

t = turtle.Turtle()


def returning(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        place, heading = t.pos(), t.heading()
        result = function(*args, **kwargs)
        t.penup()
        t.goto(place)
        t.setheading(heading)
        t.pendown()
        return result

    return wrapper


@returning
def leaf(size):
    t.forward(size)
    t.circle(size / 4)
    return size


lengths = []
for _ in range(9):
    lengths.append(leaf(60 + 5 * len(lengths)))
    t.left(40)
