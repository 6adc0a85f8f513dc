"""Saat Masjid Espresso: a short shot with tiger-flecked crema in a small cup, its sugar cube and spoon on the saucer.

Dark walnut, the cup turned as if just put down by someone with one eye on the bus.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import cup, foam, rest, spices, spoon, steam

LEVEL = 0.43                                    # pulled short: the cup is two thirds full
CAMERA = (0.75, -2.55, 2.25)


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.0)
    studio.table(studio.walnut(tone=0.85), turn=0.15)
    studio.backdrop("cafe")

    shape = cup.ESPRESSO
    _, saucer = cup.stand(studio.china(), shape, handle_turn=-0.35)
    crema = foam.painted("crema", foam.espresso_picture("crema", seed=9), roughness=0.26, subsurface=0.08)
    top = cup.WELL_HEIGHT[shape] + LEVEL
    foam.surface("crema", crema, shape.wall(LEVEL) + 0.004, (0, 0, top), dome=0.006, meniscus=0.010)

    ground = rest.Ground([saucer], half=1.4)
    cube = spices.sugar_cube(spices.sugar(), random.Random(2), (0, 0, 0))
    rest.settle(cube, ground, at=(-0.36, -0.24), turn=0.5, freedom=0.3)
    rest.settle(spoon.tea_spoon(studio.steel(), size=0.80), ground, at=(0.20, -0.42), turn=0.62, freedom=0.4)
    steam.rise((0, 0.05, top), CAMERA, width=0.5, height=0.9, seed=4, density=0.2)

    studio.window_light()
    studio.camera(CAMERA, (0.04, 0, 0.30), lens=80, fstop=5.6, focus=(0, -0.18, top))
    studio.take(path)


main()
