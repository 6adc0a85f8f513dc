"""Ice: blocks with melted edges, a cloudy heart, a few cracks and a string of bubbles."""
import math

from mathutils import Euler, Vector

import studio
from props import forms
from props.glassware import ICE, WATER, see_through
from props.shading import Graph


def clear_ice(level=None):
    """Ice, in air above `level` (a height in the world) and in a drink below it."""
    graph = Graph("ice")
    ior = ICE
    if level is not None:
        height = graph.split(graph.add("NewGeometry").outputs["Position"])[2]
        ior = graph.scale(graph.math("GREATER_THAN", height, level), ICE - ICE / WATER, ICE / WATER)
    melt = graph.bump(graph.noise(7, detail=3), 0.22, 0.03)
    seen = graph.mix(graph.fresnel(ior, melt), graph.refraction(ior, (0.985, 0.995, 1.0), normal=melt),
                     graph.gloss(0.015, normal=melt))
    return graph.surface(see_through(graph, seen, (0.93, 0.95, 0.96)))


def frost():
    """The cloudy heart: white, and mostly let through."""
    graph = Graph("frost")
    veil = graph.span(graph.noise(9, detail=8, roughness=0.65), 0.42, 0.75, 0.0, 0.55)
    cloud = graph.principled((0.92, 0.95, 0.97), 0.7)
    return graph.surface(graph.mix(veil, graph.clear(), cloud))


def crack_surface():
    graph = Graph("crack")
    torn = graph.span(graph.noise(6, detail=6), 0.4, 0.7)
    return graph.surface(graph.mix(graph.scale(torn, 0.7), graph.clear(), graph.gloss(0.12, (0.95, 0.97, 1))))


def cubes(places, random, size=0.27, level=None):
    """Ice cubes at `(x, y, z, turn in degrees about x, y, z)`; hands back the outer blocks."""
    clear, heart, crack = clear_ice(level), frost(), crack_surface()
    blocks = []
    for x, y, z, *turns in places:
        extent = [size * random.uniform(0.88, 1.1) for _ in range(3)]
        turn = Euler([math.radians(angle) for angle in turns])
        outer = studio.put("ice", forms.block("ice", extent, clear, random, edge=0.30, lumps=0.10, cuts=12), (x, y, z))
        outer.rotation_euler = turn
        blocks.append(outer)
        _heart(outer, [value * 0.52 for value in extent], heart, random)
        for _ in range(2):
            _crack(outer, extent, crack, random)
    return blocks


def _heart(outer, extent, surface, random):
    core = studio.put("frost", forms.block("frost", extent, surface, random, edge=0.8, lumps=0.35, cuts=8))
    core.parent = outer
    core.location = [random.uniform(-0.02, 0.02) for _ in range(3)]


def _crack(outer, extent, surface, random):
    """A bent sheet of trapped air that ends inside the block."""
    steps = 6
    reach = [value * 0.34 for value in extent]
    bend = random.uniform(-0.05, 0.05)
    corners = [Vector((reach[0] * u, reach[1] * v, bend * u * v + 0.02 * math.sin(5 * u + 3 * v)))
               for u in (2 * i / steps - 1 for i in range(steps + 1))
               for v in (2 * j / steps - 1 for j in range(steps + 1))]
    row = steps + 1
    faces = [(i * row + j, (i + 1) * row + j, (i + 1) * row + j + 1, i * row + j + 1)
             for i in range(steps) for j in range(steps)]
    sheet = studio.put("crack", forms.mesh("crack", corners, faces, surface))
    sheet.parent = outer
    sheet.rotation_euler = [random.uniform(0, 3) for _ in range(3)]
    sheet.scale = [random.uniform(0.5, 0.9)] * 3
