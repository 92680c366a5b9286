# shape: nested
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle, RegularPolygon
fig, ax = plt.subplots()
ax.add_patch(Rectangle((-side / 2, -side / 2), side, side, fill=False))
ax.add_patch(RegularPolygon((0, 0), 4, radius=side / 2, fill=False))
ax.set_xlim(-side, side)
ax.set_ylim(-side, side)
ax.set_aspect('equal')
plt.show()
