"""Daab Cold Brew: dark cold brew back in the green coconut it was steeped in, a bamboo straw leaning in it.

On dark stone, seen from above the rim, so that white flesh and black coffee show; the knife's last slice lies beside.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import coconut, garnish, tabletops

CAMERA = (-0.5, -4.2, 4.5)
LEVEL = coconut.TOP - 0.075


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.4)
    studio.table(tabletops.dark_stone(), size=40)
    studio.backdrop("cafe", distance=14)

    daab = coconut.Daab(turn=0.5)
    daab.open()
    daab.fill(LEVEL, coconut.cold_brew())
    garnish.straw((-0.04, -0.02, 0.85), (0.34, 0.26, 2.15), radius=0.036)
    coconut.chip((0.76, -0.62, 0), 0.3)

    studio.window_light(target=(0, 0, 1.0))
    studio.camera(CAMERA, (0.06, 0, 0.95), lens=78, fstop=5.6, focus=(0, -0.3, 1.38))
    studio.take(path)


main()
