"""Borhani Tonic: tonic over mint, roasted cumin and one bruised green chilli, an espresso floating dark on top.

A straight tall glass on dark stone in a low sunbeam, the mint garden behind; a slice of lime and a leaf left beside it.
"""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import clouds, forms, garnish, glassware, ice, tabletops, views

TABLE_EDGE = 2.6                                # where the slab ends, towards the garden
LEVEL = 1.16                                    # how high the drink stands in the glass
COFFEE_FROM = 0.48                              # the lowest tendrils of coffee
TONIC = (0.985, 0.995, 0.965)                   # what one centimetre of tonic lets through


def pour(vessel, pick):
    """Tonic, ice and everything in it, and the coffee that floats on top."""
    standing_out = [(-0.10, -0.08, 1.15, 15, 10, 20), (0.12, 0.05, 1.12, -30, 25, 50), (-0.05, 0.14, 1.20, 35, 5, 80)]
    drowned = [(-0.04, 0.11, 0.80, 40, 20, 10), (0.10, 0.05, 0.66, 5, 50, 30)]
    cubes = ice.cubes(standing_out + drowned, pick, size=0.25, level=LEVEL)
    girth = forms.FULL_TURN * vessel.inner_radius(LEVEL)
    flow = clouds.sinking(height_to_width=(LEVEL - COFFEE_FROM) / girth, layer=0.36, steps=120, pull=0.7, seed=9,
                          streams=((0.68, 0.12), (0.8, 0.22), (0.9, 0.1)))
    image = clouds.picture("coffee on tonic", clouds.hazed(flow, thinned=0.15, veils=((3, 0.3, 0.02),)))
    glassware.floating_coffee(vessel, LEVEL, COFFEE_FROM, image, strength=3.2)
    vessel.clear_drink(LEVEL, glassware.water_top("coffee top", stain=(0.10, 0.02, 0.004)), cubes)
    vessel.blow(LEVEL, stain=TONIC)
    glassware.fizz(vessel, COFFEE_FROM + 0.35, pick, count=600, largest=0.014, bodies=cubes[len(standing_out):])


def season(vessel, pick):
    """Mint leaves and cumin on the bottom, the chilli upright along the wall, a wheel of lime against it."""
    green = garnish.mint_green()
    floor = vessel.base + 0.02
    for x, y, z, turn in ((-0.12, -0.16, 0.06, (70, 10, 200)), (0.14, -0.10, 0.04, (40, -20, 80)),
                          (0.02, 0.1, 0.10, (20, 60, 10)), (-0.10, 0.02, 0.16, (100, 30, 60))):
        garnish.loose_leaf((x, y, floor + z), turn, pick, size=0.24, surface=green)
    spots = [(0.22 * math.sqrt(pick.random()), pick.uniform(0, forms.FULL_TURN)) for _ in range(26)]
    garnish.cumin([(r * math.cos(a), r * math.sin(a), floor + 0.008 + 0.01 * pick.random()) for r, a in spots], pick)
    garnish.lime_wheel((0.085, -0.185, 0.44), (80, 10, 20), radius=0.215, thick=0.042)
    garnish.chilli((-0.20, -0.10, 0.80), (0, 78, -22), length=0.60, radius=0.043, bend=0.06)


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.3)
    pick = random.Random(21)
    slab = studio.table(tabletops.dark_stone(), size=16)
    slab.location.y = TABLE_EDGE - 8
    views.garden(distance=15, brightness=1.35)

    vessel = glassware.Glass(foot=0.315, mouth=0.345, height=1.48, wall=0.02, base=0.11, seed=5)
    pour(vessel, pick)
    season(vessel, pick)
    garnish.mint_sprig((0.16, 0.02, 1.02), pick, lean=(0.26, -0.05, 1), tall=0.70, size=0.37, pairs=7, bare=0.69)

    garnish.lime_wheel((0.56, -0.30, 0.026), (2, -1, 40), radius=0.225, seed=7)
    garnish.loose_leaf((0.44, -0.64, 0.006), (0, 0, 160), pick, size=0.30, curl=0.02, cup=0.2)

    studio.window_light(target=(0, 0, 0.7), fill=1.8, sun=1.0)
    studio.camera((-0.3, -4.9, 1.45), (0.03, 0, 0.80), lens=85, fstop=5.0, focus=(0, -0.31, 0.8))
    studio.take(path)


main()
