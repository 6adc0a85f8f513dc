"""Dudh Malai Coffee: hot milk coffee in a wide stoneware cup, its skin of clotted cream pushed together on top.

Crushed cardamom on it, two pods and the spoon that comes first, on dark walnut.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import foam, malai, mug, rest, spices, spoon, steam

LEVEL = 0.53                                    # how high the coffee stands in the cup
MILKY = ((0.300, 0.160, 0.072), (0.52, 0.325, 0.175))     # strong milk coffee, linear
CAMERA = (0.40, -3.0, 2.6)


def cardamom_on(cream, husk, seed, dice):
    """A pinch of crushed cardamom, let fall on one side."""
    ground = rest.Ground([cream], half=0.6, spacing=0.01, table=LEVEL)

    def spot(pick):
        x, y = 0.10 + pick.gauss(0, 0.10), -0.12 + pick.gauss(0, 0.09)
        return x, y, ground.height_at(x, y) + 0.003
    spices.specks([husk, seed], dice, 46, spot)


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.0)
    dice = random.Random(11)
    studio.table(studio.walnut(), turn=0.25)
    studio.backdrop("cafe")

    vessel = mug.wide_cup(studio.stoneware((0.34, 0.40, 0.40), speckle=0.7, raw_below=0.08), handle_turn=0.15)
    radius = vessel.inner_radius(LEVEL)
    coffee = foam.painted("milk coffee", foam.latte_picture("milk coffee", None, seed=5, crema=MILKY, bubbles=3000))
    foam.surface("milk coffee", coffee, radius + 0.02, (0, 0, LEVEL), dome=0.0)
    cream = malai.skin(malai.cream_skin(), (0, 0, LEVEL), radius)
    husk, seed = spices.husk(), spices.seed_surface()
    cardamom_on(cream, husk, seed, dice)

    table = rest.Ground([], middle=(0.3, -0.6))
    spices.pod(husk, seed, dice, (-0.34, -0.72, 0), turn=0.6)
    spices.pod(husk, seed, dice, (-0.50, -0.60, 0), turn=-0.5, roll=0.3, open_by=0.7)
    rest.settle(spoon.tea_spoon(studio.steel()), table, at=(0.42, -0.80), turn=0.75, freedom=0.3)
    steam.rise((0.02, 0.15, LEVEL), CAMERA, width=0.6, height=1.0, seed=7, density=0.16)

    studio.window_light(fill=1.6)
    studio.camera(CAMERA, (0.10, -0.14, 0.34), lens=75, fstop=4.5, focus=(0, -0.15, 0.52))
    studio.take(path)


main()
