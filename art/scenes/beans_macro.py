"""Roasted beans from so near that only one row of them is sharp; the window stands in their oil."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import beans, heap

HALF, MIDDLE = (0.85, 1.45), (0.0, 0.70)     # of the heap: it fills the picture on every side
BEANS = 1750            # three layers


def slope(x, y):
    """Rises away from the camera in two soft swells."""
    return 0.10 * y + 0.07 * math.sin(2.1 * y + 1.3 * x) + 0.05 * math.sin(3.7 * x + 0.6)


def oily():
    """A dark roast two days old: patches of oil have come through the skin and lie on it as a clear coat."""
    made = studio.roasted(oil=1.2)
    nodes = studio.Nodes(made)
    shader = made.node_tree.nodes["Principled BSDF"]
    each = nodes.each_object()
    x, y, z = nodes.split(nodes.coordinates)
    elsewhere = nodes.join(nodes.multiply_add(each, 30.0, x), y, z)     # no two beans are oily in the same places
    patches = nodes.noise(1.5, detail=4, distortion=0.5, vector=elsewhere)
    nodes.set(shader.inputs["Clearcoat"], nodes.smooth(patches, 0.40, 0.58))
    shader.inputs["Clearcoat Roughness"].default_value = 0.07
    return made


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.05)
    kinds = beans.meshes(oily(), variants=7, detail=5)
    ground = heap.Ground(HALF, MIDDLE, slope)
    heap.floor(ground)
    heap.fill(ground, BEANS, random.Random(8), kinds)
    studio.window_light(target=(0, 0.2, 0.2), from_angle=140, strength=0.9, sun=3.2, sun_height=30)
    studio.camera((0.10, -1.0, 0.92), (0.02, 0.10, 0.13), lens=85, fstop=8.0, focus=(0, 0.02, 0.19))
    studio.take(path)


main()
