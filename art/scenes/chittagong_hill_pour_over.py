"""Chattogram Hill Pour-over: red-brown filter coffee in a glass server, the ceramic cone with its paper still on top.

Morning light through the coffee onto cream linen, a folded newspaper at hand.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import bpy
import studio
from props import dripper, forms, glassware, newspaper

LEVEL = 0.47
COFFEE = (0.80, 0.52, 0.25)                     # what one centimetre lets through: a light roast, red-brown
GLOW = (0.86, 0.42, 0.16)                       # the colour of its shadow
CONE_AT = 1.055                                 # the cone's flange rests on the server's lip
NEWS_AT, NEWS_TURN = (0.55, -0.62, 0.014), 0.42


def brew(server, pick):
    """The coffee so far, and the thread that still runs down from the cone."""
    server.clear_drink(LEVEL, glassware.water_top("coffee top", stain=COFFEE))
    server.blow(LEVEL, wet=glassware.glass("wet glass", glassware.WATER, stain=COFFEE, shade=GLOW))
    glassware.beads_of_air(server, LEVEL, pick, around=(0.01, 0.0))
    server.handle(glassware.glass("handle glass"))
    thread = forms.tube("thread", [(0.01, 0.0, CONE_AT + 0.02), (0.012, 0, 0.8), (0.01, 0.002, LEVEL - 0.01)],
                        (0.011, 0.008, 0.007), glassware.glass("thread", tint=(0.75, 0.36, 0.12)), around=14)
    studio.put("thread", thread, server.at)


def set_cone(server):
    """The dripper on the server, its paper damp half-way up."""
    before = set(bpy.data.objects)
    dripper.cone(studio.china())
    dripper.filter_paper()
    for made in set(bpy.data.objects) - before:
        if made.parent is None:
            made.location.z += CONE_AT + server.at.z
            made.rotation_euler.z += 0.5


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.3)
    pick = random.Random(12)
    studio.table(studio.walnut(), size=40)
    studio.linen_cloth(studio.linen(), size=(9, 6), at=(0.3, 0.8, 0), turn=0.15, folds=9, height=0.10, seed=15,
                       flat=[(0, 0, 0.9), (NEWS_AT[0] + 0.5, NEWS_AT[1] + 1.6, 2.1)])
    studio.backdrop("plaster", distance=12)

    server = glassware.Server(at=(0, 0, studio.CLOTH_TOP))
    brew(server, pick)
    set_cone(server)
    newspaper.folded(NEWS_AT, NEWS_TURN, pick)

    studio.window_light(target=(0, 0, 0.6), sun=0.8)
    studio.camera((0.55, -6.4, 2.3), (0.12, 0, 0.93), lens=85, fstop=5.6, focus=(0, -0.5, 0.6))
    studio.take(path)


main()
