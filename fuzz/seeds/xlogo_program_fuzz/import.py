from math import *)
def run():
    pass
