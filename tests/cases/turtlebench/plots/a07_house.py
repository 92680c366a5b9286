# shape: house
# expect: right
import matplotlib.pyplot as plt
import numpy as np

# walls
walls = np.array([[0, 0], [side, 0], [side, side], [0, side], [0, 0]])
# roof
apex = np.array([side / 2, side + np.sqrt(3) / 2 * side])
roof = np.array([[0, side], apex, [side, side]])

fig = plt.figure()
ax = fig.add_subplot(111)
ax.plot(*walls.T, c='k', lw=3)
ax.plot(*roof.T, c='k', lw=3)
ax.set_aspect('equal', 'box')
ax.axis('off')
plt.savefig('house.png', dpi=150, bbox_inches='tight')
