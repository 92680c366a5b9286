# shape: circle
# expect: right
import matplotlib.pyplot as plt
from matplotlib.path import Path
from matplotlib.patches import PathPatch
k = 0.5522847498 * radius
r = radius
verts = [(r, 0), (r, k), (k, r), (0, r), (-k, r), (-r, k), (-r, 0), (-r, -k), (-k, -r), (0, -r),
         (k, -r), (r, -k), (r, 0)]
codes = [Path.MOVETO] + [Path.CURVE4] * 12
fig, ax = plt.subplots()
ax.add_patch(PathPatch(Path(verts, codes), fill=False, lw=2))
ax.set_xlim(-2 * r, 2 * r); ax.set_ylim(-2 * r, 2 * r)
ax.set_aspect('equal')
plt.show()
