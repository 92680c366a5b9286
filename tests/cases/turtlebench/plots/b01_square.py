# shape: square
# expect: right
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

corners = [(0, 0), (side, 0), (side, side), (0, side)]
fig = plt.figure(figsize=(4, 4))
ax = fig.add_axes([0, 0, 1, 1])
for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
    ax.add_line(Line2D([x0, x1], [y0, y1], color='black', lw=5))
ax.set_xlim(-5, side + 5)
ax.set_ylim(-5, side + 5)
ax.axis('off')
fig.savefig('out.png')
