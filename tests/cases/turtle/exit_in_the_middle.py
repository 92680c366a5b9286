import sys
import turtle


def main():
    t = turtle.Turtle()
    for i in range(100):
        t.forward(5 * i)
        t.left(91)
        if i == 30:
            turtle.bye()
            sys.exit(0)


main()
