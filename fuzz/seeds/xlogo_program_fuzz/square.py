def run():
    """doc"""
    for i in range(4):
        move_forward()
        turn_left()  # turn
    setpc("red"); move_backward()
    setpc(None)
run()
