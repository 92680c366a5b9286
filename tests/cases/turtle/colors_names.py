import turtle

NAMES = """red green blue yellow orange purple brown pink gray black cyan magenta maroon navy olive
teal lime indigo violet turquoise salmon coral khaki orchid sienna tan snow azure beige chocolate
SteelBlue4 LightGoldenrod3 DarkSlateGray1 gray50 PeachPuff MediumSpringGreen""".split()
t = turtle.Turtle()
t.penup()
for i, name in enumerate(NAMES):
    t.goto(-150 + 60 * (i % 6), 150 - 60 * (i // 6))
    t.dot(44, "black")
    t.dot(40, name)
