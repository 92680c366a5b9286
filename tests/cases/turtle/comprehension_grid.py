import turtle

t = turtle.Turtle()
t.speed(0)
t.penup()
cells = [(x, y) for y in range(-3, 4) for x in range(-3, 4) if (x + y) % 2 == 0]
shades = {cell: f"#{80 + 25 * abs(cell[0]):02x}{80 + 25 * abs(cell[1]):02x}b0" for cell in cells}
for (x, y), shade in shades.items():
    t.goto(40 * x, 40 * y)
    t.dot(30, shade)
