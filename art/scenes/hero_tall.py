"""The hero for phones, 3:4: the same table, closer; cup and beans below, the dim room above for the headline."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import hero_set

CAMERA = (-0.60, -6.3, 3.10)
LOOK_AT = (-0.40, 0, 0.97)      # above the cup, so that it is in the lower half of the picture

path, width, height, samples = studio.arguments(1125, 1500, 96)
studio.open_studio(width, height, samples, exposure=0.2)
hero_set.build(CAMERA, lamp_heights=(-2.9, -1.6), lamp_span=(-3.5, 4), brightness=0.5)
hero_set.light()
studio.camera(CAMERA, LOOK_AT, lens=70, fstop=3.2, focus=(0, -0.38, 0.5))
studio.take(path)
