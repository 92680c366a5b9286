# shape: row
# expect: right
import matplotlib.pyplot as plt
centers = [(i * radius * 2, 0) for i in range(3)]
fig = plt.figure()
ax = fig.add_subplot(1, 1, 1, aspect='equal')
for c in centers:
    ax.add_patch(plt.Circle(c, radius, facecolor='white', edgecolor='black', linewidth=2, zorder=2))
ax.autoscale_view()
plt.show()
