import turtle

turns = []
for _ in range(10):
    turns = turns + [1] + [-turn for turn in reversed(turns)]

t = turtle.Turtle()
turtle.tracer(0, 0)
t.pencolor("crimson")
t.forward(6)
for turn in turns:
    t.left(90 * turn)
    t.forward(6)
turtle.update()
turtle.mainloop()
