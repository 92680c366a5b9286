# shape: envelope
# expect: right
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
rect = plt.Rectangle((0, 0), side, side, fill=None, edgecolor='black')
ax.add_patch(rect)
ax.plot([0, side], [0, side], 'k')
ax.plot([0, side], [side, 0], 'k')
plt.axis('scaled')
plt.show()
