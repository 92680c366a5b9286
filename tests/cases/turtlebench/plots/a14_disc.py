# shape: disc
# expect: right
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), radius, color='k'))
ax.autoscale_view()
ax.set_aspect('equal')
ax.axis('off')
plt.show()
