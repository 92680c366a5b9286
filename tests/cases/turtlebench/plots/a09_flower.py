# shape: flower
# expect: right
import numpy as np
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(6, 6))
for k in range(6):
    ang = np.deg2rad(60 * k + 90)
    cx, cy = radius * np.cos(ang), radius * np.sin(ang)
    t = np.linspace(0, 2 * np.pi, 300)
    ax.plot(cx + radius * np.cos(t), cy + radius * np.sin(t), 'k', linewidth=2)
ax.set_aspect('equal')
ax.axis('off')
plt.show()
