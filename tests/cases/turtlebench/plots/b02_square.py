# shape: square
# expect: right
import matplotlib.pyplot as plt
import matplotlib.transforms as transforms
from matplotlib.patches import Rectangle

fig, ax = plt.subplots(figsize=(6, 6))
tr = transforms.Affine2D().rotate_deg(90) + ax.transData
ax.add_patch(Rectangle((0, 0), side, side, fill=False, transform=tr))
ax.set(xlim=(-side - 20, 20), ylim=(-20, side + 20))
ax.set_aspect('equal')
plt.show()
