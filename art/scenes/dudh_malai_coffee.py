"""Dudh Malai Coffee: hot milk coffee in a wide stoneware cup, its skin of clotted cream folded back on top.

Crushed cardamom on the fold, two pods and a spoon on dark walnut.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import foam, malai, mug, spices

LEVEL = 0.46                                    # how high the coffee stands in the cup
MILKY = ((0.190, 0.085, 0.032), (0.40, 0.215, 0.098))     # strong tea-brown milk coffee, linear


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples)
    dice = random.Random(11)
    studio.table(studio.walnut(), turn=0.25)
    studio.backdrop("cafe")

    vessel = mug.wide_cup(studio.stoneware((0.30, 0.34, 0.34), speckle=0.7, raw_below=0.08))
    wall = studio.bpy.context.scene.objects["wide cup"]
    coffee = foam.painted("milk coffee", foam.latte_picture("milk coffee", None, seed=5, crema=MILKY))
    top = foam.surface("milk coffee", coffee, vessel.inner_radius(LEVEL) + 0.02, (0, 0, LEVEL), dome=0.0)
    cream = malai.skin(malai.cream_skin(), (0, 0, LEVEL + 0.01), vessel.inner_radius(LEVEL), top, wall,
                       folds=((0.10, 0.5),))
    husk, seed = spices.husk(), spices.seed_surface()
    spices.pod(husk, seed, dice, (-0.62, -0.62, 0), turn=0.6)
    spices.pod(husk, seed, dice, (-0.80, -0.40, 0), turn=-0.5, roll=0.3, open_by=0.7)

    studio.window_light()
    studio.camera((0.5, -3.6, 3.1), (0.0, -0.05, 0.30), lens=75, fstop=4, focus=(0, -0.15, 0.5))
    studio.take(path)


main()
