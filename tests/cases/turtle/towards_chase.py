import turtle

hare = turtle.Turtle(visible=False)
hound = turtle.Turtle(visible=False)
hare.pencolor("gray")
hound.pencolor("red")
for pen, start in ((hare, (-150, 100)), (hound, (-150, -120))):
    pen.penup()
    pen.goto(start)
    pen.pendown()
steps = 0
while hound.distance(hare) > 6 and steps < 200:
    hare.forward(4)
    hare.right(1)
    hound.setheading(hound.towards(hare))
    hound.forward(5)
    steps += 1
hound.dot(10)
