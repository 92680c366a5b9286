# shape: semicircle
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Wedge
fig, ax = plt.subplots()
ax.add_patch(Wedge(center=(0, 0), r=radius, theta1=0, theta2=180, fill=False, edgecolor='black'))
ax.set_xlim([-radius * 1.2, radius * 1.2])
ax.set_ylim([-radius * 0.2, radius * 1.2])
ax.set_aspect('equal')
ax.axis('off')
plt.show()
