"""A worn moka pot over the low blue flames of a gas ring, steam at its spout, the window low at the left."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import hob, moka

PATH, WIDTH, HEIGHT, SAMPLES = studio.arguments(800, 800)


def wall():
    """The kitchen wall close behind, warm and dark."""
    made = studio.backdrop("plaster", distance=7)
    for part in made.children:
        part.data.materials.clear()
        part.data.materials.append(studio.plaster((0.15, 0.105, 0.07)))


studio.open_studio(WIDTH, HEIGHT, SAMPLES)
hob.ring(turn=0.5)
moka.pot(at=(0.02, 0.01, 0), turn=2.75)
wall()
studio.window_light(target=(0, 0, 0.8), from_angle=158)
studio.camera((0.55, -4.6, 1.75), (0.02, 0, 0.62), lens=75, fstop=4.5, focus=(0.0, -0.38, 0.9))
studio.take(PATH)
