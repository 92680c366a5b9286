# shape: circle
# expect: right
import matplotlib.pyplot as plt

class Canvas:
    def __init__(self):
        self.fig, self.ax = plt.subplots(subplot_kw={'aspect': 'equal'})

    def circle(self, cx, cy, r):
        c = plt.Circle((cx, cy), r)
        c.set_fill(False)
        c.set_edgecolor('black')
        c.set_linewidth(4)
        self.ax.add_patch(c)

    def finish(self):
        self.ax.relim()
        self.ax.autoscale()
        self.ax.axis('off')
        plt.show()

canvas = Canvas()
canvas.circle(0, 0, radius)
canvas.finish()
