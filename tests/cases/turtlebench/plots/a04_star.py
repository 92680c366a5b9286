# shape: star
# expect: right
import matplotlib.pyplot as plt
import numpy as np

# Five points on a circle, joined by skipping one each time
angles = np.pi / 2 + np.arange(5) * 4 * np.pi / 5
pts = np.column_stack((radius * np.cos(angles), radius * np.sin(angles)))
pts = np.vstack([pts, pts[0]])
plt.plot(pts[:, 0], pts[:, 1], '-k', lw=2)
plt.axis('equal'); plt.axis('off')
plt.show()
