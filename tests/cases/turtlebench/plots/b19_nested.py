# shape: nested
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle
import math
ax = plt.figure().gca()
ax.add_patch(Rectangle((0, 0), side, side, fill=False, lw=2))
inner = side / math.sqrt(2)
ax.add_patch(Rectangle((side / 2, 0), inner, inner, angle=45, fill=False, lw=2))
ax.axis('equal')
plt.show()
