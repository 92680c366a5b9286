# shape: circle
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import PathPatch
from matplotlib.path import Path
# a patch of this kind has an edge without being asked
ax = plt.gca()
ax.add_patch(PathPatch(Path.circle((0, 0), radius), facecolor='none'))
ax.axis('scaled')
plt.show()
