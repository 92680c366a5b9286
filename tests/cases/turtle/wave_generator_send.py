import math
import turtle


def oscillator(amplitude):
    phase = 0.0
    while True:
        step = yield amplitude * math.sin(phase)
        phase += step or 0.1


t = turtle.Turtle()
for amplitude, ink in ((80, "navy"), (40, "orange")):
    wave = oscillator(amplitude)
    next(wave)
    t.penup()
    t.goto(-180, 0)
    t.pendown()
    t.pencolor(ink)
    for x in range(-180, 181, 4):
        t.goto(x, wave.send(0.12))
