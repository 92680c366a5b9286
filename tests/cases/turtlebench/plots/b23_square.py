# shape: square
# expect: other matplotlib
import matplotlib.pyplot as plt
from shapely.geometry import box
x, y = box(0, 0, side, side).exterior.xy
plt.plot(x, y)
plt.show()
