import turtle

t = turtle.Turtle()
t.penup()
for row, shape in enumerate(["arrow", "turtle", "circle", "square", "triangle", "classic"]):
    t.shape(shape)
    for column in range(4):
        t.goto(-120 + 80 * column, 150 - 60 * row)
        t.shapesize(0.5 + column * 0.5, 1 + column * 0.4, 1 + column)
        t.color("black", ["white", "sky blue", "light pink", "pale green"][column])
        t.stamp()
