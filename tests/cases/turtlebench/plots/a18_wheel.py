# shape: wheel
# expect: right
import matplotlib.pyplot as plt
import math
ax = plt.gca()
ax.add_patch(plt.Circle((0, 0), radius, ec='black', fc='white', lw=2))
for i in range(8):
    a = math.radians(45 * i)
    plt.plot([0, radius * math.cos(a)], [0, radius * math.sin(a)], 'black', lw=2)
plt.xlim(-radius - 10, radius + 10)
plt.ylim(-radius - 10, radius + 10)
ax.set_aspect(1)
plt.show()
