# shape: star
# expect: right
import matplotlib.pyplot as plt
from math import cos, sin, pi

outer = [(radius * sin(2 * pi * k / 5), radius * cos(2 * pi * k / 5)) for k in range(5)]
for k in range(5):
    a, b = outer[k], outer[(k + 2) % 5]
    plt.plot([a[0], b[0]], [a[1], b[1]], color=(0, 0, 0), lw=1)
plt.axis('image')
plt.axis('off')
plt.show()
