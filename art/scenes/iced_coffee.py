"""Iced coffee seen from above in hard morning sun: milk just poured in sinks in white threads, ice, a cane straw."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import clouds, garnish, glassware, ice
from props.shading import Graph

LEVEL = 0.98                        # how high the drink stands in the glass
HEIGHT_TO_GIRTH = 0.38              # height of the drink over the glass's girth
COFFEE, BROWN, TAN = (0.014, 0.0045, 0.0018), (0.105, 0.034, 0.009), (0.36, 0.172, 0.064)
PALE, MILK = (0.64, 0.44, 0.245), (0.84, 0.72, 0.55)
SHADES = ((0.0, COFFEE), (0.16, BROWN), (0.42, TAN), (0.70, PALE), (1.0, MILK))


def sinking_milk(vessel):
    """The side of the drink: milk falling through coffee."""
    milk = clouds.sinking(height_to_width=HEIGHT_TO_GIRTH, layer=0.12, steps=215, seed=5,
                          streams=((0.55, 0.25), (0.68, 0.12), (0.80, 0.30), (0.93, 0.16), (0.2, 0.2)))
    image = clouds.picture("milk in coffee", clouds.hazed(milk))
    graph = Graph("milk in coffee")
    around, height, _ = graph.split(graph.place("UV"))
    share = graph.scale(height, 1 / (LEVEL - vessel.base), -vessel.base / (LEVEL - vessel.base))
    where = graph.add("CombineXYZ", around, graph.math("MINIMUM", share, 0.995)).outputs[0]
    read = graph.add("TexImage", where, settings={"image": image, "interpolation": "Cubic"}).outputs["Color"]
    return graph.surface(graph.principled(graph.ramp(read, *SHADES), 0.5, Specular=0.0))


def marbled():
    """The top: milk drawn out into ribbons by the pour."""
    graph = Graph("marbled coffee")
    ribbons = graph.noise(2.6, detail=5, distortion=2.6, roughness=0.45)
    color = graph.ramp(ribbons, (0.36, COFFEE), (0.47, BROWN), (0.53, TAN), (0.58, PALE), (0.66, MILK))
    return graph.surface(graph.principled(color, 0.06, Specular=0.5, Normal=graph.bump(graph.noise(3), 0.05, 0.02)))


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.3)
    pick = random.Random(19)
    studio.table(studio.plaster((0.27, 0.18, 0.115)), size=40, turn=0.5)
    vessel = glassware.Glass(foot=0.335, mouth=0.405, height=1.22, wall=0.024, base=0.11, seed=6)
    cubes = ice.cubes([(-0.15, -0.09, 0.96, 18, 12, 20), (0.14, -0.10, 0.99, -20, 24, 50),
                       (-0.04, 0.17, 1.00, 14, -22, 75), (0.04, 0.02, 1.12, 40, 20, 10)], pick, size=0.29, level=LEVEL)
    vessel.opaque_drink(LEVEL, sinking_milk(vessel), marbled(), cubes)
    vessel.blow(LEVEL)
    glassware.dew(vessel, pick, 0.05, 1.05, count=1100, largest=0.013)
    garnish.straw((0.10, 0.10, 0.25), (0.42, 0.42, 1.75))
    studio.window_light(target=(0, 0, 0.5), from_angle=128, strength=0.6, sun=4.5, sun_height=36)
    studio.camera((0.55, -2.75, 2.75), (0.10, 0.02, 0.66), lens=75, fstop=7, focus=(0, -0.25, 0.95))
    studio.take(path)


main()
