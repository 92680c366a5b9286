import turtle

t = turtle.Turtle("turtle")
t.color("dark green", "light green")
t.penup()
kept = []
for i in range(16):
    t.forward(120)
    kept.append(t.stamp())
    t.backward(120)
    t.right(22.5)
t.clearstamp(kept[3])
t.clearstamps(-2)
t.clearstamps(1)
