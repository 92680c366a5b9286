# shape: disc
# expect: right
import matplotlib.pyplot as plt
import numpy as np
x = np.linspace(-radius, radius, 801)
h = np.sqrt(np.maximum(radius ** 2 - x ** 2, 0))
plt.fill_between(x, -h, h, color='black')
plt.gca().set_aspect('equal')
plt.axis('off')
plt.show()
