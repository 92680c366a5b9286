# shape: arc
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Arc
fig, ax = plt.subplots(figsize=(5, 5))
ax.add_patch(Arc((0, radius), 2 * radius, 2 * radius, theta1=270, theta2=360, linewidth=3))
ax.set_xlim(-radius * 0.2, radius * 1.2)
ax.set_ylim(-radius * 0.2, radius * 1.2)
ax.set_aspect('equal')
plt.show()
