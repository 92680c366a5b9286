import turtle

first = turtle.Turtle()
first.pensize(2)
first.pencolor("brown")
first.forward(60)
team = [first]
for i in range(1, 8):
    copy = team[-1].clone()
    copy.left(45)
    team.append(copy)
for i, member in enumerate(team):
    member.pencolor(("red", "orange", "gold", "green", "blue", "indigo", "violet", "black")[i])
    member.forward(80)
    member.circle(15)
