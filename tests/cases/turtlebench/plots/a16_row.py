# shape: row
# expect: right
import matplotlib.pyplot as plt
import matplotlib.patches as mpatches
from matplotlib.collections import PatchCollection

patches_list = [mpatches.Circle((2 * radius * i, radius), radius) for i in range(3)]
fig, ax = plt.subplots()
ax.add_collection(PatchCollection(patches_list, facecolor='none', edgecolor='black'))
ax.set_xlim(-radius - 5, 5 * radius + 5)
ax.set_ylim(-5, 2 * radius + 5)
ax.set_aspect('equal')
plt.show()
