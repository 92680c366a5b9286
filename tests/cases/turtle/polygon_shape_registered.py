import turtle

maker = turtle.Turtle()
maker.penup()
maker.begin_poly()
for _ in range(5):
    maker.forward(40)
    maker.right(144)
maker.end_poly()
screen = turtle.Screen()
screen.register_shape("five", maker.get_poly())
body = turtle.Shape("compound")
body.addcomponent(((-10, -10), (10, -10), (10, 10), (-10, 10)), "white", "black")
body.addcomponent(((0, 18), (-8, 10), (8, 10)), "red", "black")
screen.addshape("hut", body)
for name, heading, x in (("five", 90, -100), ("five", 20, 0), ("hut", 0, 100), ("hut", 90, 160)):
    t = turtle.Turtle(name)
    t.color("dark red", "orange")
    t.penup()
    t.setheading(heading)
    t.goto(x, -60)
    t.stamp()
