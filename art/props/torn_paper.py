"""A piece of wrapping paper torn by hand: two straight sides, two torn ones with pale fibres, lying not quite flat."""
import math
import random

from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

THICKNESS = 0.004


def kraft(color=(0.36, 0.235, 0.130), fibre=(0.62, 0.50, 0.36)):
    """Brown wrapping paper: flecked, faintly striped, its torn edge fluffy and paler."""
    graph = Graph("kraft paper")
    place = graph.place()
    flecks = graph.noise(30, graph.stretched(place, (1, 2.5, 1)), detail=5, roughness=0.7)
    stripes = graph.noise(1.0, graph.stretched(place, (60, 1.5, 1)), detail=2)
    dark, light = (tuple(channel * factor for channel in color) for factor in (0.80, 1.14))
    body = graph.ramp(graph.scale(flecks, 0.7, graph.scale(stripes, 0.3)), (0.3, dark), (0.7, light))
    edge = graph.math("ADD", graph.attribute("edge"), graph.scale(graph.noise(45, place, detail=3), 0.7, -0.35))
    body = graph.blend(graph.span(edge, 0.35, 0.75), body, fibre)
    relief = graph.scale(flecks, 0.7, graph.scale(graph.noise(5, place, detail=4), 0.8))
    return graph.surface(graph.principled(body, 0.8, Specular=0.2, Normal=graph.bump(relief, 0.4, 0.012)))


def sheet(surface, at=(0, 0, 0), size=(1.5, 1.1), turn=0.0, seed=4, curl=0.10, cuts=(150, 120)):
    """Lays the paper down: its sides -x and +y are torn, its corner at -x -y lifts by `curl`.

    Things on it stand at the height `THICKNESS`.
    """
    dice = random.Random(seed)
    shift = dice.uniform(-50, 50)
    width, depth = size
    columns, rows = cuts
    corners, edges = [], []

    def tear(t, side):
        far = 0.06 * noise.noise((t * 2.3, side, shift)) + 0.03 * noise.noise((t * 9, side, shift))
        return far + 0.010 * noise.noise((t * 40, side, shift))

    for row in range(rows + 1):
        for column in range(columns + 1):
            u, v = column / columns, row / rows
            x = -width / 2 + tear(v, 1) * (1 - u) + width * u
            y = -depth / 2 + depth * v + tear(u, 5) * v
            torn = max(math.exp(-u * width / 0.02), math.exp(-(1 - v) * depth / 0.02))
            lift = curl * max(0, 1 - math.hypot(u, v) / 0.42) ** 2
            # flat in the middle, where things stand
            outside = min(1, max(0, 3 * max(abs(2 * u - 1), abs(2 * v - 1)) - 1.6))
            wave = 0.010 * outside * max(0, 0.3 + noise.noise((x * 1.3, y * 1.3, shift)))
            fluff = 0.006 * torn * noise.noise((x * 25, y * 25, shift)) ** 2
            corners.append(Vector((x, y, THICKNESS + lift + wave + fluff)))
            edges.append(torn)
    across = columns + 1
    first = [row * across + column for row in range(rows) for column in range(columns)]
    faces = [(corner, corner + 1, corner + across + 1, corner + across) for corner in first]
    mesh = forms.mesh("torn paper", corners, faces, surface)
    forms.note(mesh, "edge", edges)
    made = studio.put("torn paper", mesh, at)
    made.rotation_euler.z = turn
    thick = made.modifiers.new("thickness", "SOLIDIFY")
    thick.thickness, thick.offset = THICKNESS, -1
    return made
