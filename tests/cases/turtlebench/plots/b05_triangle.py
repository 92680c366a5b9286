# shape: triangle
# expect: right
import matplotlib.pyplot as plt
import numpy as np
pts = np.array([[0, 0], [side, 0], [side / 2, side * np.sqrt(3) / 2]])
triangle = plt.Polygon(pts, fill=False, linewidth=2)
plt.gca().add_patch(triangle)
plt.axis([-10, side + 10, -10, side + 10])
plt.gca().set_aspect('equal', adjustable='box')
plt.show()
