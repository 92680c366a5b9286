# shape: hexagon
# expect: right
from matplotlib import pyplot as plt
from matplotlib.patches import RegularPolygon
import numpy as np

fig, ax = plt.subplots(figsize=(5, 5))
ax.add_patch(RegularPolygon((0, 0), numVertices=6, radius=side, orientation=np.pi / 6,
                            facecolor='none', edgecolor='k', lw=4))
ax.set_xlim(-side * 1.2, side * 1.2)
ax.set_ylim(-side * 1.2, side * 1.2)
ax.set_aspect('equal')
ax.set_axis_off()
plt.tight_layout()
plt.show()
