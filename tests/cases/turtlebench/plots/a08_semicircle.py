# shape: semicircle
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Arc

fig, ax = plt.subplots()
arc = Arc((0, 0), 2 * radius, 2 * radius, angle=0, theta1=0, theta2=180, color='black', lw=2)
ax.add_patch(arc)
ax.plot([-radius, radius], [0, 0], color='black', lw=2)
ax.set_xlim(-1.1 * radius, 1.1 * radius)
ax.set_ylim(-0.2 * radius, 1.1 * radius)
ax.set_aspect('equal')
plt.axis('off')
plt.show()
