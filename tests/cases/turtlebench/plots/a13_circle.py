# shape: circle
# expect: wrong
import matplotlib.pyplot as plt
# a patch alone does not move the limits: nothing but a corner of it is seen
fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), radius, fill=False))
ax.set_aspect('equal')
plt.show()
