# shape: circle
# expect: invalid
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), radius, fill=False)
plt.show()
