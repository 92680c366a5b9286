import turtle as tt


def koch(length, order):
    if order == 0:
        tt.fd(length)
        return
    for angle in (60, -120, 60, 0):
        koch(length / 3, order - 1)
        tt.lt(angle)


tt.tracer(0)
tt.up()
tt.goto(-120, 70)
tt.down()
tt.color("navy", "#d0e8ff")
tt.begin_fill()
for _ in range(3):
    koch(240, 3)
    tt.rt(120)
tt.end_fill()
tt.update()
tt.done()
