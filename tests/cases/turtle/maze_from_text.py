import turtle

PLAN = """
##########
#   #    #
# # # ## #
# #   #  #
# ##### ##
#     #  #
##########
""".strip().splitlines()

t = turtle.Turtle(shape="square", visible=False)
t.penup()
t.shapesize(1)
for y, row in enumerate(PLAN):
    for x, cell in enumerate(row):
        if cell == "#":
            t.goto(-90 + 20 * x, 60 - 20 * y)
            t.stamp()
walker = turtle.Turtle()
walker.color("red")
walker.pensize(4)
walker.penup()
walker.goto(-70, 40)
walker.pendown()
for move in "DDDDRRRR":
    walker.setheading({"R": 0, "U": 90, "L": 180, "D": 270}[move])
    walker.forward(20)
