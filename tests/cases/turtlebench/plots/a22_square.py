# shape: square
# expect: right
import matplotlib.pyplot as plt
from matplotlib.path import Path
import matplotlib.patches as patches

verts = [(0., 0.), (0., side), (side, side), (side, 0.), (0., 0.)]
codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
path = Path(verts, codes)
fig, ax = plt.subplots()
patch = patches.PathPatch(path, facecolor='none', lw=2, edgecolor='black')
ax.add_patch(patch)
ax.set_xlim(-20, side + 20)
ax.set_ylim(-20, side + 20)
ax.set_aspect('equal')
plt.show()
