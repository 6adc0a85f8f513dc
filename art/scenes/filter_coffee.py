"""Tumbler Filter Coffee: a steel tumbler in its dabara on walnut, the froth standing above the rim.

Seen from the height of someone about to lift it; a folded linen napkin behind, steam in the window light.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import forms, steam, steelware
from props.shading import Graph

CAMERA = (0.5, -4.0, 2.45)
SPILT = 0.105                                   # height of the coffee that was left in the dabara
FROTH_BASE = steelware.TUMBLER_RIM - 0.02


def milk_coffee():
    """What ran over into the dabara: milky, brown, with a ring of small bubbles."""
    graph = Graph("milk coffee")
    swirl = graph.noise(4, detail=5, distortion=1.0)
    froth = graph.span(graph.noise(7, detail=4), 0.52, 0.62)
    brown = graph.ramp(swirl, (0.3, (0.20, 0.088, 0.032)), (0.7, (0.30, 0.145, 0.058)))
    color = graph.blend(froth, brown, (0.52, 0.34, 0.18))
    bubbles = graph.cells(38)
    return graph.surface(graph.principled(color, graph.scale(froth, 0.25, 0.08),
                                          Normal=graph.bump(graph.math("MULTIPLY", bubbles, froth), 0.4, 0.01)))


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.25)
    pick = random.Random(5)
    studio.table(studio.walnut(), size=40, turn=0.3)
    studio.linen_cloth(studio.linen(), size=(2.6, 1.9), at=(1.35, 1.15, 0), turn=-0.5, folds=9, height=0.16, seed=4)
    studio.backdrop("cafe", distance=16)

    steelware.dabara(steelware.spun_steel("dabara steel", roughness=0.24))
    stand = (-0.02, 0.01, steelware.DABARA_FLOOR)
    steelware.tumbler(steelware.spun_steel("tumbler steel", roughness=0.17), stand)
    studio.put("spilt coffee", forms.revolve("spilt coffee", [(0.395, SPILT + 0.012), (0.375, SPILT), (0.01, SPILT)],
                                             milk_coffee(), segments=96))
    mouth = steelware.tumbler_wall(FROTH_BASE)
    steelware.froth(pick, mouth, 0.085, (stand[0], stand[1], stand[2] + FROTH_BASE), overhang=0.012)
    steam.rise((0, 0.05, 1.0), toward=CAMERA, width=0.9, height=1.5, seed=3, density=0.25)

    studio.window_light(target=(0, 0, 0.5))
    studio.camera(CAMERA, (0.06, 0, 0.56), lens=80, fstop=5.0, focus=(0, -0.3, 0.85))
    studio.take(path)


main()
