# shape: triangle
# expect: right
import matplotlib.pyplot as plt
import matplotlib.patches as patches
import math

fig, ax = plt.subplots()
h = side * math.sqrt(3) / 2
tri = patches.Polygon([(0, 0), (side, 0), (side / 2, h)], closed=True, fill=False, edgecolor='black', linewidth=3)
ax.add_patch(tri)
ax.set_xlim(-10, side + 10)
ax.set_ylim(-10, h + 10)
ax.set_aspect('equal')
ax.axis('off')
plt.show()
