"""Dhaka Fog: a double espresso let down over ice into cold milk, its brown clouds half-way to the bottom.

A tall glass beaded with water on pale boards, a long spoon beside it, a grey bright morning behind.
"""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import studio
from props import clouds, glassware, ice, spoon, tabletops, views
from props.shading import Graph

TABLE_EDGE = 3.2                                # where the table ends, towards the window
LEVEL = 1.06                                    # how high the drink stands in the glass
DRINK_HEIGHT_TO_WIDTH = 0.46                    # height of the drink over the glass's girth
FRONT = 0.14                                    # turns the handsomest clouds towards the camera, in turns
MILK, PALE, TAN, BROWN, DARK = ((0.90, 0.86, 0.785), (0.70, 0.51, 0.32), (0.42, 0.205, 0.078),
                                (0.150, 0.050, 0.014), (0.030, 0.010, 0.004))


def clouded(vessel):
    """Milk below, coffee above, tendrils between: the colours of the drink at the wall of the glass."""
    coffee = clouds.sinking(height_to_width=DRINK_HEIGHT_TO_WIDTH, layer=0.30, steps=230, seed=11,
                            streams=((0.62, 0.10), (0.74, 0.2), (0.86, 0.12), (0.3, 0.15)))
    deeper = ((3, 0.38, 0.008), (5, 0.22, 0.02), (2, 0.25, 0.04))
    seen = clouds.hazed(coffee, softness=0.0055, thinned=0.45, veils=deeper)
    image = clouds.picture("coffee in milk", seen)
    graph = Graph("clouded milk")
    around, height, _ = graph.split(graph.place("UV"))
    share = graph.scale(height, 1 / (LEVEL - vessel.base), -vessel.base / (LEVEL - vessel.base))
    where = graph.join(graph.math("ADD", around, FRONT), graph.within(share, 0.005, 0.995))
    read = graph.add("TexImage", where, settings={"image": image, "interpolation": "Cubic"}).outputs["Color"]
    color = graph.ramp(read, (0.0, MILK), (0.10, PALE), (0.36, TAN), (0.72, BROWN), (1.0, DARK))
    return graph.surface(graph.principled(color, 0.5, Specular=0.0))


def coffee_top():
    """From above: coffee with a rag of pale crema against the ice."""
    graph = Graph("coffee top")
    swirl = graph.noise(5, detail=6, distortion=1.4)
    color = graph.ramp(swirl, (0.38, BROWN), (0.52, TAN), (0.66, (0.52, 0.31, 0.15)))
    return graph.surface(graph.principled(color, 0.12, Specular=0.5, Normal=graph.bump(swirl, 0.1, 0.02)))


def main():
    path, width, height, samples = studio.arguments(960, 1200, 96)
    studio.open_studio(width, height, samples, exposure=0.35)
    pick = random.Random(7)
    board = studio.table(tabletops.worn_wood(light=(0.40, 0.29, 0.19), dark=(0.19, 0.12, 0.07)), size=16, turn=0.12)
    board.location.y = TABLE_EDGE - 8
    views.misty_window(distance=15, left=-9, right=1.7, sill=-2.0, top=7.5, panes=(3, 2), turn=0.05)

    vessel = glassware.Glass(at=(0, 0, 0))
    cubes = ice.cubes([(-0.12, -0.10, 1.05, 20, 10, 15), (0.14, 0.04, 1.09, -25, 30, 40),
                       (-0.06, 0.16, 1.16, 10, -20, 70)], pick, level=LEVEL)
    vessel.opaque_drink(LEVEL, clouded(vessel), coffee_top(), cubes)
    vessel.blow(LEVEL, dry=glassware.glass(misted_to=LEVEL - 0.1))
    glassware.dew(vessel, pick, 0.05, 1.20, count=1200, largest=0.016)

    spoon.tea_spoon(studio.steel(), (0.50, -0.28, 0), turn=math.radians(30), size=1.1)

    studio.window_light(target=(0, 0, 0.7))
    studio.camera((0.35, -4.8, 1.35), (0.13, 0, 0.68), lens=85, fstop=5.0, focus=(0, -0.33, 0.75))
    studio.take(path)


main()
