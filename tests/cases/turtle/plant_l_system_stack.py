import turtle

axiom, rules = "X", {"X": "F+[[X]-X]-F[-FX]+X", "F": "FF"}
for _ in range(4):
    axiom = "".join(map(lambda c: rules.get(c, c), axiom))

plant = turtle.Turtle()
plant.hideturtle()
plant.pencolor(34 / 255, 0.545, 0.133)
plant.penup()
plant.goto(-60, -160)
plant.setheading(65)
plant.pendown()
saved = []
for symbol in axiom:
    match symbol:
        case "F":
            plant.forward(4)
        case "+":
            plant.right(25)
        case "-":
            plant.left(25)
        case "[":
            saved.append((plant.position(), plant.heading()))
        case "]":
            place, direction = saved.pop()
            plant.penup()
            plant.goto(place)
            plant.setheading(direction)
            plant.pendown()
        case _:
            pass
turtle.done()
