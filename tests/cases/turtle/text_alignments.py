import turtle

t = turtle.Turtle()
t.penup()
for y, align in ((60, "left"), (20, "center"), (-20, "right")):
    t.goto(0, y)
    t.dot(5, "red")
    t.write(f"aligned {align}", align=align, font=("Arial", 16, "bold"))
t.goto(0, -70)
t.pencolor("blue")
t.write(3.25, True)
t.write(("a", 1), move=True, font=("Times New Roman", 10, "italic"))
t.pendown()
t.forward(40)
t.penup()
t.goto(-120, -130)
t.write("two\nlines — é", font=("Courier", 14, "normal"))
