"""A double espresso in a small thick glass, still parting into dark, brown and crema; low light from behind."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import beans, foam, glassware, steam
from props.shading import Graph

LEVEL = 0.55                        # height of the crema in the glass
CAMERA = (0.30, -2.75, 0.86)
DARK, RED, BROWN = (0.010, 0.0035, 0.0015), (0.075, 0.018, 0.005), (0.25, 0.082, 0.022)
TAN, PALE = (0.52, 0.27, 0.10), (0.66, 0.41, 0.19)     # crema, from its foot to its froth


def parting():
    """The side of the drink: nearly black below, a brown middle that still falls in veils, crema with its froth."""
    graph = Graph("parting espresso")
    height = graph.split(graph.place("Object"))[2]
    veils = graph.noise(2.2, graph.stretched(graph.place("Object"), (3.2, 3.2, 0.75)), detail=6, distortion=0.9)
    fine = graph.noise(26, detail=4)
    share = graph.scale(graph.scale(veils, 1.0, -0.5), 0.20, graph.scale(height, 1 / LEVEL))
    share = graph.scale(graph.scale(fine, 1.0, -0.5), 0.018, share)
    color = graph.ramp(share, (0.30, DARK), (0.46, RED), (0.60, BROWN), (0.755, BROWN), (0.785, TAN), (0.92, PALE),
                       (1.0, TAN))
    bubbles = graph.math("MAXIMUM", graph.span(graph.cells(40), 0.05, 0.42, 0.8, 0.0),
                         graph.span(graph.cells(105), 0.05, 0.5, 1.0, 0.0))
    froth = graph.math("MULTIPLY", bubbles, graph.span(share, 0.77, 0.84))
    color = graph.blend(graph.scale(froth, 0.42), color, BROWN)
    return graph.surface(graph.principled(color, 0.4, Specular=0.0, Subsurface=graph.span(share, 0.45, 0.9, 0.05, 0.35),
                                          Subsurface_Color=color, Subsurface_Radius=(0.10, 0.035, 0.012)))


def shot(at):
    vessel = glassware.Glass(foot=0.215, mouth=0.285, height=0.715, wall=0.036, base=0.125, at=at, seed=4)
    crema = foam.painted("crema", foam.espresso_picture("crema", seed=12), roughness=0.3, subsurface=0.08)
    vessel.opaque_drink(LEVEL, parting(), parting())
    vessel.blow(LEVEL)
    foam.surface("crema", crema, vessel.inner_radius(LEVEL) + 0.002, (at[0], at[1], at[2] + LEVEL + 0.003),
                 dome=0.010, meniscus=glassware.MENISCUS_RISE)


def strays():
    """A few beans forgotten beside the glass."""
    pick, kinds = random.Random(3), beans.meshes(variants=4)
    for x, y in ((0.52, -0.34), (0.63, -0.27), (0.60, -0.50), (-0.85, 0.25), (0.95, 0.42)):
        beans.place(pick.choice(kinds), (x, y, 0), turn=pick.uniform(0, 6), crease_up=pick.random() < 0.5,
                    roll=pick.gauss(0, 0.15), size=pick.uniform(0.095, 0.11))


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.35)
    studio.table(studio.walnut(tone=0.85, polish=0.35), size=40, turn=0.2)
    studio.backdrop("cafe", brightness=1.5, seed=21)
    shot((0, 0, 0))
    strays()
    steam.rise((0, 0.05, LEVEL + 0.05), CAMERA, width=0.5, height=0.9, seed=11, density=0.4)
    studio.window_light(target=(0, 0, 0.4), from_angle=124)
    # a white card at the front left, so that the near side of the drink shows its colours
    studio.window((-2.2, -3.2, 1.4), (0, 0, 0.4), size=1.8, watts=16, color=(1, 0.93, 0.84))
    studio.camera(CAMERA, (0.12, 0, 0.44), lens=85, fstop=5.0, focus=(0, -0.22, 0.5))
    studio.take(path)


main()
