# shape: rings
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Wedge

fig, ax = plt.subplots()
for r in radii:
    ax.add_patch(Wedge((0, 0), r, 0, 360, width=0.001, fill=False, ec='k'))
ax.plot()
ax.set_aspect('equal')
ax.margins(0.1)
plt.show()
