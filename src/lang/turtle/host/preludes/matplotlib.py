import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import math
matplotlib._begin()
