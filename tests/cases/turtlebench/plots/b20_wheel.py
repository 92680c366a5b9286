# shape: wheel
# expect: right
import numpy as np
import matplotlib.pyplot as plt

plt.rcParams['figure.figsize'] = (6, 6)
angles = np.deg2rad(np.arange(0, 360, 45))
fig, ax = plt.subplots()
ax.plot(radius * np.cos(np.linspace(0, 2 * np.pi)), radius * np.sin(np.linspace(0, 2 * np.pi)), 'k')
for a in angles:
    ax.plot((0, radius * np.cos(a)), (0, radius * np.sin(a)), 'k')
ax.set_aspect('equal')
ax.spines['top'].set_visible(False)
ax.spines[['right', 'left', 'bottom']].set_visible(False)
ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False)
plt.show()
