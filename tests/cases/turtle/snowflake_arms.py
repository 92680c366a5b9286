import turtle


def arm(t, length):
    for share, twig in ((0.4, 0.3), (0.3, 0.25), (0.3, 0.15)):
        t.forward(length * share)
        for angle in (50, -100):
            t.left(angle)
            t.forward(length * twig)
            t.backward(length * twig)
        t.left(50)
    t.backward(length)


t = turtle.Turtle()
t.color("steel blue")
t.pensize(2)
for _ in range(6):
    arm(t, 130)
    t.left(60)
