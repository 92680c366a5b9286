# shape: spiral
# expect: right
import math
import matplotlib.pyplot as plt
from dataclasses import dataclass, field

@dataclass
class Pen:
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    trail: list = field(default_factory=lambda: [(0.0, 0.0)])

    def ahead(self, d):
        self.x += d * math.cos(math.radians(self.heading))
        self.y += d * math.sin(math.radians(self.heading))
        self.trail.append((self.x, self.y))

    def turn(self, a):
        self.heading += a

pen = Pen()
for i in range(12):
    pen.ahead(step * (i + 1))
    pen.turn(90)
fig, ax = plt.subplots()
ax.plot(*zip(*pen.trail), color='k', lw=2)
ax.set_aspect('equal', adjustable='datalim')
ax.set_axis_off()
plt.show()
