"""Nolen Gur Latte: a golden-brown latte in a tall handled glass, beside it the date-palm jaggery it was made with.

The disc is broken and shaved on torn brown paper; nothing of it lies on the foam, it went in before the shot.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import foam, latte_art, spices, steam, tea_glass, torn_paper
from props.shading import Graph

LEVEL = 0.93                                    # how high the latte stands in the glass
FOAM_DEPTH = 0.15                               # the pale layer on top, seen through the glass
GOLDEN, BURNT, FROTH = (0.42, 0.190, 0.060), (0.150, 0.050, 0.012), (0.80, 0.62, 0.40)
AMBER, PALE = (0.29, 0.115, 0.032), (0.50, 0.255, 0.095)
CARAMEL = ((0.215, 0.088, 0.026), (0.42, 0.205, 0.074))
CAMERA = (0.55, -4.6, 1.85)


def layered():
    """The latte through the glass: jaggery-dark at the bottom, golden above, a band of froth under the surface."""
    graph = Graph("latte through glass")
    place = graph.place()
    height = graph.scale(graph.noise(3, place, detail=3), 0.08, graph.split(place)[2])
    froth_edge = graph.scale(graph.noise(14, place, detail=3), 0.02, graph.split(place)[2])
    body = graph.ramp(graph.scale(height, 1 / LEVEL), (0.16, BURNT), (0.36, AMBER), (0.62, GOLDEN), (0.86, PALE))
    bubbles = graph.span(graph.cells(42, place), 0.05, 0.35, 0.86, 1.0)
    froth = graph.blend(1.0, FROTH, graph.add("CombineColor", bubbles, bubbles, bubbles).outputs[0], "MULTIPLY")
    share = graph.span(froth_edge, LEVEL - FOAM_DEPTH - 0.02, LEVEL - FOAM_DEPTH + 0.03)
    return graph.surface(graph.principled(graph.blend(share, body, froth), 0.5, Specular=0.0))


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.2)
    dice = random.Random(17)
    studio.table(studio.walnut(tone=1.1), turn=0.1)
    studio.backdrop("cafe", seed=12)

    vessel = tea_glass.LatteGlass(handle_turn=-0.35)
    picture = foam.latte_picture("gur latte", latte_art.heart(random.Random(3)), seed=30, crema=CARAMEL, bubbles=3600,
                                 shift=(0.0, 0.07), warmth=0.3)
    vessel.opaque_drink(LEVEL, layered(), foam.painted("unseen", picture))
    vessel.blow(LEVEL)
    foam.surface("gur latte", foam.painted("gur latte", picture), vessel.inner_radius(LEVEL) + 0.006,
                 (0, 0, LEVEL + 0.004), dome=0.022, turn=0.2)

    gur = spices.jaggery()
    block = spices.jaggery_block(gur, dice, size=(0.88, 0.88, 0.28), breaks=((-0.50, -0.86, 0.10, 0.22),))
    torn_paper.sheet(torn_paper.kraft(), (-0.98, -0.22, 0), turn=0.12)
    spices.lay("jaggery", block, (-0.66, 0.24, torn_paper.THICKNESS), turn=-0.12)
    spices.shavings(gur, dice, 26, lambda pick: (-0.52 + pick.gauss(0, 0.12), -0.50 + pick.gauss(0, 0.06),
                                                 torn_paper.THICKNESS))
    steam.rise((0, 0.05, LEVEL + 0.05), CAMERA, width=0.55, height=0.9, seed=3, density=0.12)

    studio.window_light(target=(0, 0, 0.5), fill=2)
    studio.camera(CAMERA, (-0.16, 0, 0.52), lens=76, fstop=4.5, focus=(0, -0.33, 0.7))
    studio.take(path)


main()
