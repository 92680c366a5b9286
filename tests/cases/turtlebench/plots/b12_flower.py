# shape: flower
# expect: right
import matplotlib.pyplot as plt
import math

petals = 6
fig, axes = plt.subplots()
for i in range(petals):
    theta = 2 * math.pi * i / petals + math.pi / 2
    center = (radius * math.cos(theta), radius * math.sin(theta))
    axes.add_patch(plt.Circle(center, radius, fill=False, ec='k', lw=2))
plt.axis('equal')
plt.axis('off')
plt.show()
