"""Cardamom Mocha: dark chocolate in a stoneware mug, a zigzag of milk on its foam.

Cracked pods, a twist of orange peel and a little spilt cocoa on dark stone.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import foam, latte_art, mug, rest, spices, tabletops

LEVEL = 0.76                                    # how high the drink stands in the mug
CHOCOLATE = ((0.036, 0.0125, 0.0052), (0.110, 0.040, 0.0155))
FOAM = (0.66, 0.49, 0.32)                       # milk that the chocolate has tinted


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.3)
    dice = random.Random(21)
    studio.table(tabletops.dark_stone())
    studio.backdrop("cafe", seed=9)

    vessel = mug.mug(studio.stoneware((0.42, 0.33, 0.24), speckle=0.8, raw_below=0.10), handle_turn=0.35)
    picture = foam.latte_picture("mocha", latte_art.zigzag(random.Random(6)), seed=12, scale=1.35, crema=CHOCOLATE,
                                 milk=FOAM, bubbles=4200, rim_milk=0.5, shift=(0.0, 0.10), warmth=0.3, wander=0.035)
    foam.surface("mocha", foam.painted("mocha", picture), vessel.inner_radius(LEVEL) + 0.012, (0, 0, LEVEL), turn=0.5)

    ground = rest.Ground([])
    husk, seed = spices.husk(), spices.seed_surface()
    for x, y, turn, open_by in ((-0.55, -0.52, 0.4, 0.75), (-0.40, -0.66, -0.7, 0.0), (-0.66, -0.70, 1.2, 0.55),
                                (-0.46, -0.84, 0.3, 0.0), (-0.74, -0.34, -0.3, 0.0)):
        spices.pod(husk, seed, dice, (x, y, 0), turn, roll=dice.uniform(-0.5, 0.5), open_by=open_by)
    spices.specks([husk, seed], dice, 60, lambda pick: (-0.6 + pick.gauss(0, 0.16), -0.5 + pick.gauss(0, 0.12), 0.004))
    spices.dust(studio.material("cocoa", (0.185, 0.078, 0.036), 0.95), dice, 2600,
                lambda pick: (0.52 + pick.gauss(0, 0.13), -0.36 + pick.gauss(0, 0.10), 0.001))
    rest.settle(spices.peel_twist((0, 0, 0)), ground, at=(0.38, -0.66), turn=-0.35, freedom=0.3)

    studio.window_light()
    studio.camera((0.30, -3.3, 3.2), (0.05, -0.14, 0.42), lens=72, fstop=5.0, focus=(0, -0.3, 0.75))
    studio.take(path)


main()
