def _draw_round():
    # A turtle's circle has few sides, one that is plotted has many. Both begin and end alike.
    circle = turtle.RawTurtle.circle

    def round_circle(self, radius, extent=None, steps=None):
        if steps is None:
            turn = 360 if extent is None else abs(extent)
            steps = min(max(int(turn / 360 * 128), 1), 10000)
        circle(self, radius, extent, steps)

    for kind in (turtle.RawTurtle, _Turtle.__base__, _Turtle):
        kind.circle = round_circle


_draw_round()
