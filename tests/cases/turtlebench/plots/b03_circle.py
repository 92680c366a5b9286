# shape: circle
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Ellipse
ax = plt.subplot(111, aspect='equal')
ax.add_patch(Ellipse(xy=(0, 0), width=2*radius, height=2*radius, edgecolor='k', fc='None', lw=2))
plt.xlim(-1.5*radius, 1.5*radius)
plt.ylim(-1.5*radius, 1.5*radius)
plt.show()
