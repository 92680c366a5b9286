# shape: semicircle
# expect: right
import numpy as np
import matplotlib.pyplot as plt
phi = np.linspace(0, np.pi, 181)
x = np.append(radius * np.cos(phi), radius)
y = np.append(radius * np.sin(phi), 0)
fig, ax = plt.subplots()
line, = ax.plot(x, y)
line.set_color('k')
line.set_linewidth(5)
ax.set_aspect('equal')
plt.show()
