# shape: flower
# expect: right
from math import pi, cos, sin
from matplotlib.patches import Circle
from matplotlib.collections import PatchCollection
import matplotlib.pyplot as plt
circles = [Circle((radius * cos(pi / 2 + k * pi / 3), radius * sin(pi / 2 + k * pi / 3)), radius) for k in range(6)]
col = PatchCollection(circles, edgecolors=['k'], facecolors=['none'], linewidths=[2])
_, ax = plt.subplots()
ax.add_collection(col)
ax.autoscale_view()
ax.set_aspect('equal')
plt.show()
