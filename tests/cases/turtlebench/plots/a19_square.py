# shape: square
# expect: other matplotlib
import matplotlib.pyplot as plt
import numpy as np
img = np.ones((100, 100))
plt.imshow(img, cmap='gray')
plt.show()
