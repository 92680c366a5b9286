# shape: wheel
# expect: right
import matplotlib.pyplot as plt
import numpy as np
fig, ax = plt.subplots(figsize=(8, 8), dpi=120, facecolor='white', layout='constrained')
ax.add_artist(plt.Circle((0, 0), radius, fill=False, edgecolor='k', linewidth=3))
spokes = np.linspace(0, 2 * np.pi, 8, endpoint=False)
ax.plot(np.vstack([np.zeros(8), radius * np.cos(spokes)]), np.vstack([np.zeros(8), radius * np.sin(spokes)]), 'k-', linewidth=3)
ax.set_xlim(-radius * 1.1, radius * 1.1)
ax.set_ylim(-radius * 1.1, radius * 1.1)
ax.set_aspect('equal')
ax.set_title("A wheel with eight spokes", fontsize=14, pad=20)
ax.legend(['spokes'], loc='upper right')
plt.show()
