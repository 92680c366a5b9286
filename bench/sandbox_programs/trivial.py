import turtle

for _ in range(4):
    turtle.forward(100)
    turtle.left(90)
