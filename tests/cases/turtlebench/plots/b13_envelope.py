# shape: envelope
# expect: right
import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection
s = side
segments = [[(0, 0), (s, 0)], [(s, 0), (s, s)], [(s, s), (0, s)], [(0, s), (0, 0)],
            [(0, 0), (s, s)], [(0, s), (s, 0)]]
fig, ax = plt.subplots()
ax.add_collection(LineCollection(segments, colors='black', linewidths=2))
ax.autoscale()
ax.set_aspect('equal')
plt.show()
