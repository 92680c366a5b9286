import turtle

t = turtle.Turtle()
failures = []
for paint in ("red", "no such colour", "blue", (2, 0, 0), None, "green"):
    try:
        t.pencolor(paint)
    except turtle.TurtleGraphicsError as error:
        failures.append(type(error).__name__)
    except TypeError:
        failures.append("TypeError")
    finally:
        t.forward(60)
        t.left(60)
try:
    t.forward("far")
except TypeError:
    t.dot(10 + 2 * len(failures))
