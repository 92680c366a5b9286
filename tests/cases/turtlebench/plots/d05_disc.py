# shape: disc
# expect: right
import numpy as np
import matplotlib.pyplot as plt
# twice round is as full as once
t = np.linspace(0, 4 * np.pi, 401)
plt.fill(radius * np.cos(t), radius * np.sin(t), 'k')
plt.gca().set_aspect('equal')
plt.axis('off')
plt.show()
