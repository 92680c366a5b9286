# shape: square
# expect: wrong
import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection
# a collection comes too late for the limits that plot asked for
s = side
fig, ax = plt.subplots()
ax.plot([0, s / 2], [0, 0], 'k')
ax.add_collection(LineCollection([[(0, 0), (s, 0)], [(s, 0), (s, s)], [(s, s), (0, s)],
                                  [(0, s), (0, 0)]], colors='k'))
ax.set_aspect('equal')
plt.show()
