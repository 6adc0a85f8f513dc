"""Roasted beans from so near that only one row of them is sharp; the window stands in their oil."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import beans, heap

PATH, WIDTH, HEIGHT, SAMPLES = studio.arguments(800, 800)
HALF, MIDDLE = (0.62, 1.25), (0.0, 0.75)


def slope(x, y):
    """Rises away from the camera in two soft swells."""
    return 0.10 * y + 0.07 * math.sin(2.1 * y + 1.3 * x) + 0.05 * math.sin(3.7 * x + 0.6)


studio.open_studio(WIDTH, HEIGHT, SAMPLES, exposure=0.35)
kinds = beans.meshes(studio.roasted(oil=1.7), variants=7, detail=5)
ground = heap.Ground(HALF, MIDDLE, slope)
heap.floor(ground)
heap.fill(ground, 1150, random.Random(8), kinds)
studio.window_light(target=(0, 0.2, 0.2), from_angle=146)
studio.camera((0.10, -1.05, 1.02), (0.02, 0.10, 0.13), lens=85, fstop=9.0, focus=(0, 0.06, 0.2))
studio.take(PATH)
