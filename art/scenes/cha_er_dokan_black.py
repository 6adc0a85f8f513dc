"""The tea stall's black coffee: a small fluted glass, filled so that fingers do not burn, and two toast biscuits.

Worn pale boards, low light that turns the coffee amber at the edge of the glass, steam.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import glassware, rest, spices, steam, tabletops, tea_glass, toast

LEVEL = 0.60                                    # room at the top for thumb and finger
COFFEE_STAIN = (0.50, 0.27, 0.07)              # what a centimetre of it leaves of red, green and blue
CAMERA = (-0.45, -3.9, 1.9)


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=-0.1)
    dice = random.Random(5)
    studio.table(tabletops.worn_wood(light=(0.42, 0.31, 0.21), dark=(0.20, 0.13, 0.075)), size=40, turn=0.1)
    studio.backdrop("cafe", seed=15)

    vessel = tea_glass.TongGlass()
    glass = vessel.blow(LEVEL, stain=COFFEE_STAIN)
    vessel.clear_drink(LEVEL, glassware.water_top("black coffee", COFFEE_STAIN))
    tea_glass.bubbles_at_wall(vessel, LEVEL, dice)

    rusk = toast.rusk()
    ground = rest.Ground([])
    flat = rest.settle(toast.slice_of_toast(rusk, dice, (0, 0, 0)), ground, at=(0.66, 0.02), turn=-0.35, freedom=0.2)
    ground = rest.Ground([flat])
    rest.settle(toast.slice_of_toast(rusk, dice, (0, 0, 0)), ground, at=(0.62, -0.30), turn=0.25, freedom=0.6)
    spices.specks([rusk], dice, 46, lambda pick: (0.42 + pick.gauss(0, 0.22), -0.60 + pick.gauss(0, 0.09), 0.004))
    steam.rise((0, 0.05, LEVEL), CAMERA, width=0.55, height=1.1, seed=7, density=0.4)

    studio.window_light()
    studio.camera(CAMERA, (0.16, -0.02, 0.42), lens=85, fstop=5, focus=(0, -0.28, 0.5))
    studio.take(path)


main()
