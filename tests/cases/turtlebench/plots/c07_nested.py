# shape: nested
# expect: right
import matplotlib.pyplot as plt
from matplotlib.patches import Polygon
from matplotlib.transforms import Affine2D
half = side / 2
base = [(-half, -half), (half, -half), (half, half), (-half, half)]
fig, ax = plt.subplots()
ax.add_patch(Polygon(base, closed=True, fill=False))
t45 = Affine2D().rotate_deg(45).scale(2 ** -0.5) + ax.transData
ax.add_patch(Polygon(base, closed=True, fill=False, transform=t45))
ax.set(xlim=(-side, side), ylim=(-side, side), aspect='equal')
ax.axis('off')
plt.show()
