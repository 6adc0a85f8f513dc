"""A daab: a green young coconut, its crown chopped into facets with a heavy knife, opened at the top.

The husk is drawn as directions from its middle: each goes out to the skin or to the nearest knife cut, so that the
facets meet in the edges that a knife leaves. Sizes in decimetres.
"""
import math

from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

AXIS = 0.0004                                   # turned forms end this far from their axis
MIDDLE = 0.80                                   # height of the husk's middle over the table
TOP = 1.385                                     # height of the upper cut
RAGGED = 0.034                                  # how far the opening wanders from a circle
MOUTH = 0.355                                   # radius of the opening


def husk_surface(lying=False):
    """Skin and cut husk in one: `depth` is how far below the skin the knife went.

    Fibres run from pole to pole as they grew; in a cut-off piece that is `lying` they run along its x.
    """
    graph = Graph("husk")
    depth = graph.attribute("depth")
    place = graph.place()
    ragged = graph.scale(graph.noise(9, detail=4), 0.030, -0.015)
    cut = graph.span(depth, 0.004, 0.010)
    inward = graph.math("ADD", depth, ragged)
    along = graph.stretched(place, (1.6, 17, 17)) if lying else _from_pole_to_pole(graph, place)
    fibre = graph.noise(1.0, along, detail=7, roughness=0.66, distortion=0.35)
    tear = graph.noise(0.35, along, detail=4)
    pulp = graph.ramp(inward, (0.0, (0.30, 0.42, 0.10)), (0.022, (0.66, 0.68, 0.36)), (0.07, (0.80, 0.74, 0.53)),
                      (0.30, (0.83, 0.75, 0.56)))
    pulp = graph.blend(graph.span(fibre, 0.45, 0.68, 0.0, 0.72), pulp, (0.52, 0.38, 0.19))
    bruised = graph.span(graph.noise(3.0, detail=6, distortion=0.6), 0.56, 0.78, 0.0, 0.28)
    pulp = graph.blend(bruised, pulp, (0.60, 0.42, 0.22))
    blush = graph.noise(1.3, detail=5, distortion=0.4)
    skin = graph.ramp(blush, (0.28, (0.060, 0.155, 0.014)), (0.52, (0.125, 0.270, 0.030)), (0.78, (0.28, 0.40, 0.075)))
    streak = graph.noise(1.0, graph.stretched(place, (16, 16, 1.4)), detail=4)
    skin = graph.blend(graph.span(streak, 0.5, 0.75, 0.0, 0.35), skin, (0.24, 0.33, 0.09))
    scar = graph.span(graph.noise(2.7, detail=8, distortion=1.4, roughness=0.65), 0.60, 0.66, 0.0, 0.75)
    skin = graph.blend(scar, skin, (0.27, 0.19, 0.085))
    freckle = graph.span(graph.cells(19), 0.03, 0.12, 0.5, 0.0)
    skin = graph.blend(freckle, skin, (0.16, 0.13, 0.05))
    color = graph.blend(cut, skin, pulp)
    waxy = graph.scale(scar, 0.35, graph.scale(graph.noise(4, detail=5), 0.20, 0.24))
    rough = graph.scale(cut, graph.math("SUBTRACT", 0.72, waxy), waxy)
    torn = graph.math("MULTIPLY", graph.scale(fibre, 1.3, graph.scale(tear, 0.3)), cut)
    smooth = graph.math("MULTIPLY", graph.noise(5, detail=3), graph.scale(cut, -0.8, 1.0))
    relief = graph.scale(torn, 1.0, graph.scale(scar, -0.3, smooth))
    return graph.surface(graph.principled(color, rough, Specular=0.42, Subsurface=graph.scale(cut, 0.12),
                                          Subsurface_Radius=(0.06, 0.05, 0.02), Subsurface_Color=(0.8, 0.74, 0.5),
                                          Normal=graph.bump(relief, 0.42, 0.025)))


def _from_pole_to_pole(graph, place):
    """Where to read the fibres' noise: fine across the coconut's meridians, drawn out along them."""
    x, y, z = graph.split(place)
    out = graph.math("SQRT", graph.scale(x, x, graph.math("MULTIPLY", y, y)))
    side_x, side_y = (graph.scale(graph.math("DIVIDE", side, out), 15.0) for side in (x, y))
    return graph.join(side_x, side_y, graph.scale(z, 1.5))


def flesh_surface():
    """The young kernel: white, wet, jelly-like."""
    graph = Graph("coconut flesh")
    cloud = graph.noise(6, detail=4)
    color = graph.ramp(cloud, (0.3, (0.78, 0.76, 0.69)), (0.7, (0.86, 0.85, 0.79)))
    return graph.surface(graph.principled(color, graph.scale(cloud, 0.3, 0.16), Specular=0.4, Subsurface=0.35,
                                          Subsurface_Radius=(0.08, 0.075, 0.06), Subsurface_Color=(0.9, 0.9, 0.85),
                                          Normal=graph.bump(cloud, 0.25, 0.02)))


def shell_surface():
    graph = Graph("young shell")
    grain = graph.noise(24, detail=5)
    color = graph.ramp(grain, (0.3, (0.40, 0.24, 0.10)), (0.7, (0.66, 0.50, 0.29)))
    return graph.surface(graph.principled(color, 0.5, Normal=graph.bump(grain, 0.3, 0.01)))


class Daab:
    """The opened coconut. Cuts are (turn, steepness in degrees, distance from the middle)."""

    CUTS = ((12, 46, 0.668), (71, 40, 0.682), (128, 49, 0.665), (190, 43, 0.664), (250, 47, 0.678), (307, 41, 0.670))

    def __init__(self, at=(0, 0, 0), turn=0.0, seed=4):
        self.at, self.turn, self.seed = Vector(at), turn, seed

    def open(self):
        studio.put("daab", self._husk(), self.at).rotation_euler.z = self.turn
        lines = (("shell", shell_surface(), [(MOUTH + 0.045, TOP - 0.090, 0), (MOUTH + 0.022, TOP - 0.010, 0.006),
                                             (MOUTH - 0.016, TOP - 0.007, 0.006), (MOUTH - 0.018, TOP - 0.04, 0)]),
                 ("flesh", flesh_surface(), [(MOUTH - 0.012, TOP - 0.035, 0), (MOUTH - 0.014, TOP - 0.012, 0.012),
                                             (MOUTH - 0.066, TOP - 0.028, 0.022), (MOUTH - 0.080, TOP - 0.075, 0.02),
                                             (MOUTH - 0.035, TOP - 0.15, 0.05), (MOUTH + 0.05, TOP - 0.40, 0.1),
                                             (MOUTH, TOP - 0.8, 0.1), (0.01, TOP - 0.9, 0)]))
        for name, surface, line in lines:
            data = forms.revolve(name, forms.rounded(line, step=0.01), surface, 240, uneven=RAGGED, seed=self.seed)
            if name == "flesh":
                self._scrape(data)
            studio.put(name, data, self.at)

    def _scrape(self, data):
        """The opening was cut and scraped by hand: the flesh's edge is notched, thicker here than there."""
        for corner in data.vertices:
            angle = math.atan2(corner.co.y, corner.co.x)
            around = Vector((math.cos(angle), math.sin(angle), 0))
            near_top = max(0.0, 1 - (TOP - corner.co.z) / 0.16)
            coarse = noise.noise(around * 2.2 + Vector((0, 0, self.seed)))
            fine = noise.noise(around * 9 + Vector((self.seed, 0, corner.co.z * 12)))
            inner = corner.co.xy.length < MOUTH - 0.03
            corner.co -= around * near_top * inner * (0.026 * coarse + 0.011 * fine)
            corner.co.z += near_top * (0.010 * coarse + 0.008 * fine - 0.006)

    def fill(self, level, surface):
        """The drink's top, a hair into the flesh."""
        radius = MOUTH - 0.062
        line = [(AXIS + (radius - AXIS) * step / 60, level) for step in range(60)]
        line = [(r, z + 0.016 * math.exp(-(radius - r) / 0.020)) for r, z in line]
        line.append((radius + 0.02, level + 0.018))
        data = forms.revolve("drink", line, surface, segments=160, uneven=RAGGED, seed=self.seed)
        data.flip_normals()
        return studio.put("drink", data, self.at)

    def _husk(self, rows=280, segments=480):
        first = math.atan2(MOUTH, TOP - MIDDLE)
        corners, depths = [], []
        for row in range(rows):
            part = row / (rows - 1)
            tilt = first + (math.pi - 0.002 - first) * (0.55 * part + 0.45 * part * part)
            for step in range(segments):
                angle = forms.FULL_TURN * step / segments
                way = _way(tilt, angle)
                skin = self._skin(way)
                reach = self._cut(way, skin)
                corners.append(Vector((0, 0, MIDDLE)) + way * reach)
                depths.append(skin - reach)
        faces = [(row * segments + step, (row + 1) * segments + step,
                  (row + 1) * segments + (step + 1) % segments, row * segments + (step + 1) % segments)
                 for row in range(rows - 1) for step in range(segments)]
        data = forms.mesh("daab", corners, faces, husk_surface())
        forms.note(data, "depth", depths)
        return data

    def _skin(self, way):
        """The uncut coconut: a little longer than wide, three soft ridges, lumpy."""
        angle = math.atan2(way.y, way.x)
        flat = 1 - way.z * way.z
        ridge = 0.030 * math.cos(3 * angle + 0.6) * flat
        lumps = 0.022 * noise.noise(way * 1.6 + Vector((self.seed, 0, 0))) + 0.006 * noise.noise(way * 6)
        return 0.735 * (1 + 0.16 * way.z * way.z + ridge + lumps)

    def _cut(self, way, skin):
        reach = skin
        planes = [(Vector((0.02, -0.03, 1)).normalized(), TOP - MIDDLE), (Vector((0, 0, -1)), MIDDLE)]
        for turn, steep, distance in self.CUTS:
            around, tilt = math.radians(turn), math.radians(steep)
            planes.append((_way(tilt, around), distance))
        for number, (normal, distance) in enumerate(planes):
            toward = way.dot(normal)
            if toward > 0.05:
                rough = 0.006 * noise.noise(way * 7 + Vector((number, 0, 0))) + 0.0010 * noise.noise(way * 30)
                reach = _soft_min(reach, (distance + rough) / toward, 0.005)
        return reach


def _way(tilt, turn):
    """The direction that leans by `tilt` from upright, towards `turn`."""
    return Vector((math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), math.cos(tilt)))


def _soft_min(first, second, softness):
    part = max(0.0, min(1.0, 0.5 + 0.5 * (second - first) / softness))
    return second * (1 - part) + first * part - softness * part * (1 - part)


def chip(at, turn, radius=0.36, dome=0.25, seed=5):
    """A piece that the knife took off, lying on its cut side: green skin, and pale where an earlier blow went in."""
    rings, segments = 110, 200
    blow, reach = Vector((-0.16, -0.36, 0.92)).normalized(), 0.170
    corners, depths = [], []
    for ring in range(rings):
        share = max(0.002, ring / (rings - 1))
        for step in range(segments):
            angle = forms.FULL_TURN * step / segments
            edge = radius * (1 + 0.10 * noise.noise(Vector((math.cos(angle), math.sin(angle), seed))))
            out = Vector((edge * math.cos(angle), 0.84 * edge * math.sin(angle), 0))
            way = out * share
            skin = dome * (1 - share ** 2.6) + 0.006
            rough = 0.006 * noise.noise(Vector((way.x * 6, way.y * 6, seed)))
            cut = (reach + rough - way.dot(blow)) / blow.z
            way.z = _soft_min(skin, cut, 0.004) if ring < rings - 1 else 0.0
            corners.append(way)
            depths.append(skin - way.z if cut < skin else 0.0)
    faces = [(ring * segments + step, (ring + 1) * segments + step,
              (ring + 1) * segments + (step + 1) % segments, ring * segments + (step + 1) % segments)
             for ring in range(rings - 1) for step in range(segments)]
    data = forms.mesh("chip", corners, faces, husk_surface(lying=True))
    forms.note(data, "depth", depths)
    studio.put("chip", data, at).rotation_euler.z = turn


def cold_brew():
    """Dark and clear, with a few small bubbles along the rim."""
    graph = Graph("cold brew")
    x, y, _ = graph.split(graph.place())
    out = graph.math("SQRT", graph.scale(x, x, graph.math("MULTIPLY", y, y)))
    rim = graph.span(out, MOUTH - 0.10, MOUTH - 0.062)
    color = graph.blend(rim, (0.012, 0.0048, 0.0022), (0.15, 0.060, 0.020))
    bubble = graph.math("MULTIPLY", graph.span(graph.cells(48), 0.16, 0.32, 1.0, 0.0),
                        graph.span(graph.scale(rim, 0.16, graph.noise(5, detail=3)), 0.58, 0.66))
    color = graph.blend(graph.scale(bubble, 0.6), color, (0.34, 0.19, 0.08))
    ripple = graph.scale(bubble, 0.5, graph.noise(2.5, detail=1))
    return graph.surface(graph.principled(color, 0.03, Specular=0.5, Normal=graph.bump(ripple, 0.12, 0.02)))
