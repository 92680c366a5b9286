import turtle

t = turtle.Turtle()
turtle.tracer(0)


def square_tree(size, level):
    if level < 0:
        return
    shade = 40 + 22 * level
    t.fillcolor(f"#{150 - 15 * level:02x}{shade + 60:02x}{40:02x}")
    t.begin_fill()
    for _ in range(4):
        t.forward(size)
        t.left(90)
    t.end_fill()
    t.left(90)
    t.forward(size)
    t.right(45)
    square_tree(size * 0.7071067811865476, level - 1)
    t.forward(size * 0.7071067811865476)
    t.right(90)
    square_tree(size * 0.7071067811865476, level - 1)
    t.left(90)
    t.backward(size * 0.7071067811865476)
    t.left(45)
    t.backward(size)
    t.right(90)


t.penup()
t.goto(-35, -140)
t.pendown()
square_tree(70, 6)
turtle.update()
