"""The hero, 21:9: a cappuccino and spilled beans at the right, the quiet dark table at the left for the headline."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import hero_set

CAMERA = (-1.27, -7.3, 3.25)
LOOK_AT = (-1.36, 0, 0.33)      # left of the cup, so that it is in the right of the picture

path, width, height, samples = studio.arguments(2560, 1097, 96)
studio.open_studio(width, height, samples, exposure=0.2)
hero_set.build(CAMERA, lamp_heights=(-3.4, -1.9), lamp_span=(0.5, 6.5), brightness=0.9)
hero_set.light()
studio.camera(CAMERA, LOOK_AT, lens=60, fstop=3.2, focus=(0, -0.38, 0.5))
studio.take(path)
