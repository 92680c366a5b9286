# shape: circle
# expect: right
import numpy as np
import matplotlib.pyplot as plt

theta = np.linspace(0, 2 * np.pi, 200)
x = radius * np.cos(theta)
y = radius * np.sin(theta)

plt.figure(figsize=(6, 6))
plt.plot(x, y, color='black', linewidth=5)
plt.gca().set_aspect('equal', adjustable='box')
plt.axis('off')
plt.show()
