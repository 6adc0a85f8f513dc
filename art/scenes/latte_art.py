"""A latte exactly from above, half out of the picture: a poured tulip, cream linen, a spoon, light from the left."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import cup, foam, latte_art, rest, spoon

AT = (0, 0, studio.CLOTH_TOP)
LEVEL = 0.605           # poured to just under the rim
TULIP_TURN = -0.62      # the drinker sits at the lower right
MIDDLE = (0.27, 0.27)   # of the picture: the saucer runs out of it at the lower left


def latte(shape):
    image = foam.latte_picture("tulip", latte_art.tulip(random.Random(6)), seed=5, scale=1.3, warmth=0.22, bubbles=4200)
    top = cup.WELL_HEIGHT[shape] + LEVEL
    foam.surface("latte", foam.painted("latte", image), shape.wall(LEVEL) + 0.004, (*AT[:2], AT[2] + top), dome=0.01,
                 turn=TULIP_TURN)


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples)
    studio.table(studio.walnut(tone=1.0), turn=1.25)
    linen = studio.linen((0.62, 0.53, 0.41), thread=0.0095)
    studio.linen_cloth(linen, size=(3.6, 4.2), at=(-0.75, 0.42, 0), turn=-0.42, folds=13,
                       height=0.24, seed=14, flat=[(0, 0, 0.46)], detail=0.02)
    glaze = studio.stoneware((0.74, 0.67, 0.57), speckle=0.75, gloss=0.22)
    _, saucer = cup.stand(glaze, cup.CAPPUCCINO, AT, handle_turn=0.65)
    latte(cup.CAPPUCCINO)
    ground = rest.Ground([saucer], half=1.5, table=studio.CLOTH_TOP)
    rest.settle(spoon.tea_spoon(studio.steel()), ground, at=(-0.05, 0.58), turn=-0.28, freedom=0.4)
    studio.window_light(target=(0.2, 0.2, 0.4), from_angle=158, strength=0.5, sun=4, sun_height=30)
    off_plumb = 1e-4    # a camera that looks exactly down would not know which way is up
    studio.camera((*MIDDLE, 4.4), (MIDDLE[0], MIDDLE[1] + off_plumb, 0.5), lens=80, fstop=7, focus=(0, 0, 0.66))
    studio.take(path)


main()
