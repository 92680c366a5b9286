# shape: envelope
# expect: right
import numpy as np
import matplotlib.pyplot as plt
# one call, pieces apart by nan
s = side
xs = [0, s, s, 0, 0, np.nan, 0, s, np.nan, 0, s]
ys = [0, 0, s, s, 0, np.nan, 0, s, np.nan, s, 0]
plt.plot(xs, ys, 'k')
plt.axis('equal')
plt.show()
