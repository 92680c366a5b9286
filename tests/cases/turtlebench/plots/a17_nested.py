# shape: nested
# expect: right
import matplotlib.pyplot as plt
import numpy as np
outer = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * side
inner = (outer + np.roll(outer, -1, axis=0)) / 2
for poly in (outer, inner):
    closed = np.concatenate([poly, poly[:1]])
    plt.plot(closed[:, 0], closed[:, 1], color="black", linewidth=5)
plt.axis("equal")
plt.axis("off")
plt.show()
