import turtle

outer = turtle.Turtle()
inner = turtle.Turtle()
outer.fillcolor("gold")
inner.fillcolor("tomato")
inner.penup()
inner.goto(40, 40)
inner.pendown()
outer.begin_fill()
inner.begin_fill()
for _ in range(4):
    outer.forward(160)
    outer.left(90)
    inner.forward(80)
    inner.left(90)
outer.end_fill()
inner.end_fill()
