import turtle

a = turtle.Turtle()
b = turtle.Turtle()
a.color("red")
b.color("blue")
a.circle(50)
b.circle(-50)
a.clear()
a.forward(60)
b.reset()
b.left(90)
b.forward(40)
a.setundobuffer(5)
for _ in range(8):
    a.left(45)
    a.forward(20)
while a.undobufferentries():
    a.undo()
