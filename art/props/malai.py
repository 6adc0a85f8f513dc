"""Malai: the skin that forms on milk kept just under the boil, pushed together with a spoon on top of the cup."""
import math
import random

from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

REACH = 0.84            # share of the cup's radius that it covers
ASIDE = Vector((-0.07, 0.07))                   # where its middle lies, in shares of that radius
LAYER = 0.016           # how thick it is where it lies flat, in decimetres
SOFT_EDGE = 0.15        # share of the radius over which it thins out into the coffee
FOLD, CREASE = 0.034, 0.010                     # how high its folds and the creases between them stand
GATHERED = 2.3          # the direction in which the spoon pushed it
RINGS, STEPS = 230, 620


def cream_skin():
    """Ivory and buttery, wet; tanned where it clung to the pot, brown with coffee where it is thin."""
    graph = Graph("malai")
    place = graph.place()
    cloud = graph.noise(5, place, detail=5, roughness=0.6)
    curd = graph.noise(34, place, detail=4, roughness=0.6)
    high = graph.attribute("fold")
    tone = graph.scale(cloud, 0.55, graph.scale(high, 0.55, graph.scale(curd, 0.18, -0.12)))
    color = graph.ramp(tone, (0.16, (0.64, 0.44, 0.23)), (0.46, (0.80, 0.63, 0.38)), (0.90, (0.92, 0.82, 0.62)))
    color = graph.blend(graph.span(graph.attribute("thick"), 0.10, 0.70, 0.85, 0.0), color, (0.46, 0.26, 0.125))
    rough = graph.span(curd, 0.35, 0.65, 0.20, 0.36)
    return graph.surface(graph.principled(color, rough, Normal=graph.bump(curd, 0.22, 0.008), Specular=0.5,
                                          Subsurface=0.35, Subsurface_Radius=(0.07, 0.045, 0.02),
                                          Subsurface_Color=color))


def skin(surface, at, radius, seed=3):
    """The skin floating at `at` in a cup of that radius: folds where the spoon gathered it, edges that melt away."""
    shift = random.Random(seed).uniform(-50, 50)
    corners, thick, folds = [], [], []
    for ring in range(RINGS):
        for step in range(STEPS):
            angle = forms.FULL_TURN * step / STEPS
            way = Vector((math.cos(angle), math.sin(angle)))
            ragged = 1 + 0.11 * noise.noise((*(way * 1.3), shift)) + 0.05 * noise.noise((*(way * 4), shift)) \
                + 0.016 * noise.noise((*(way * 15), shift))
            share = 1 - ring / (RINGS - 1) * 0.998
            place = ASIDE + way * REACH * ragged * share
            layer = _rounded((1 - share) * REACH / SOFT_EDGE)
            fold = _fold(place, shift)
            corners.append(Vector((*(place * radius), layer * (LAYER + fold) - 0.5 * LAYER * (1 - layer))))
            thick.append(layer)
            folds.append(fold / FOLD)
    faces = [(ring * STEPS + step, ring * STEPS + (step + 1) % STEPS,
              (ring + 1) * STEPS + (step + 1) % STEPS, (ring + 1) * STEPS + step)
             for ring in range(RINGS - 1) for step in range(STEPS)]
    made = forms.mesh("malai", corners, faces, surface)
    forms.note(made, "thick", thick)
    forms.note(made, "fold", folds)
    return studio.put("malai", made, at)


def _fold(place, shift):
    """How far the skin rises there: long soft folds across the way it was pushed, crumpled finer between them."""
    along, across = math.cos(GATHERED), math.sin(GATHERED)
    u, v = place.x * along + place.y * across, place.y * along - place.x * across
    u += 0.16 * noise.noise((u * 1.6, v * 1.6, shift)) + 0.05 * noise.noise((u * 5, v * 5, shift))
    gathered = 0.16 + 0.84 * _rounded(0.42 + 1.1 * u + 0.5 * noise.noise((u * 1.2, v * 1.2, shift + 9)))
    long = _ridge(noise.noise((u * 5.2, v * 1.5, shift + 20)))
    short = _ridge(noise.noise((u * 11, v * 4.5, shift + 30)))
    return gathered * (FOLD * long + CREASE * short)


def _ridge(value):
    """1 where noise crosses zero, falling off to both sides, with a rounded top."""
    return math.exp(-(value / 0.20) ** 2)


def _rounded(part):
    """Rises from 0 to 1 over 0..1 like the edge of a drop."""
    part = max(0.0, min(1.0, part))
    return math.sqrt(part * (2 - part))
