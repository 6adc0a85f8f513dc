"""Mishti Doi Affogato: sweet caramel yoghurt set in a small clay pot, hot espresso just poured over it.

Seen from above on cream linen; the emptied espresso cup at the back, a spoon at hand.
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import clay, cup, spoon, steam

CAMERA = (0.85, -2.85, 3.45)
YOGHURT_LEVEL = 0.545
GLINT_AT = (-2.2, 5.8, 7.4)                     # mirrored in the back of the pool, as a pane of the window would be
CUP_AT = (0.10, 1.55)
SPOON_TIP = (0.60, -0.42)


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.25)
    studio.table(studio.walnut(), size=40)
    studio.linen_cloth(studio.linen((0.72, 0.62, 0.48)), size=(7, 6), at=(0.3, 0.6, 0), turn=0.25, folds=16, height=0.16, seed=8,
                       flat=[(0, 0, 0.6), (*CUP_AT, 0.8), (SPOON_TIP[0] + 0.4, SPOON_TIP[1] + 0.3, 0.7)])
    studio.backdrop("plaster", distance=14)
    lie = studio.CLOTH_TOP

    pot = clay.Pot(at=(0, 0, lie), seed=3)
    pot.throw(clay.terracotta(damp_to=0.30))
    clay.Doi(pot, YOGHURT_LEVEL).serve()
    cup.stand(studio.china(), cup.ESPRESSO, (*CUP_AT, lie), handle_turn=-0.6)
    spoon.tea_spoon(studio.steel(), (*SPOON_TIP, lie), turn=math.radians(64), size=0.92)
    steam.rise((0.1, -0.05, 0.55), toward=CAMERA, width=0.6, height=1.0, seed=6, density=0.28)

    studio.window_light(target=(0, 0, 0.3), sun=0.7)
    studio.window(GLINT_AT, (0, 0, 0.5), size=1.3, watts=4.5)
    studio.camera(CAMERA, (0.10, 0.02, 0.36), lens=75, fstop=5.6, focus=(0.05, -0.15, 0.55))
    studio.take(path)


main()
