"""Flat White: a tidy leaf of milk in a small china cup, seen as the drinker sees it, on cream linen."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import cup, foam, latte_art, rest, spoon

AT = (0, 0, studio.CLOTH_TOP)
LEVEL = 0.585                                   # the milk stands a finger's breadth of light below the rim
LEAF_TURN = 0.35


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=-0.05)
    studio.table(studio.walnut(tone=1.2), turn=1.2)
    studio.linen_cloth(studio.linen(), size=(9, 7), at=(0.4, 0.6, 0), turn=0.3, folds=11, height=0.2, seed=8,
                       flat=[(0, 0, 1.0)])
    studio.backdrop("plaster", distance=14)

    shape = cup.CAPPUCCINO
    _, saucer = cup.stand(studio.china(), shape, AT, handle_turn=-0.55)
    pour = latte_art.rosetta(random.Random(4), lean=0.012)
    leaf = foam.latte_picture("flat white", pour, seed=3, scale=1.20, wander=0.035, shift=(0.0, 0.08))
    foam.surface("flat white", foam.painted("flat white", leaf), shape.wall(LEVEL) + 0.004,
                 (AT[0], AT[1], AT[2] + cup.WELL_HEIGHT[shape] + LEVEL), turn=LEAF_TURN)
    rest.settle(spoon.tea_spoon(studio.steel()), rest.Ground([saucer], half=1.5, table=studio.CLOTH_TOP),
                at=(0.10, -0.60), turn=0.24, freedom=0.4)

    studio.window_light()
    studio.camera((0.55, -2.9, 3.7), (0.02, -0.04, 0.42), lens=80, fstop=5.6, focus=(0, -0.12, 0.64))
    studio.take(path)


main()
