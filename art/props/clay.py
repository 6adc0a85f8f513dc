"""The potter's side: a small terracotta pot thrown on the wheel, and the sweet yoghurt that was set in it."""
import math

import numpy
from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

AXIS = 0.0004


def terracotta(damp_to=None):
    """Low-fired red clay: throwing rings, grog, scorched and pale clouds, a white bloom; darker where it is damp.

    `damp_to` is the height up to which the wall has drawn moisture from inside.
    """
    graph = Graph("terracotta")
    x, y, z = graph.split(graph.place())
    cloud = graph.noise(1.9, detail=6, distortion=0.6)
    grain = graph.noise(46, detail=5, roughness=0.7)
    rings = graph.noise(1.0, graph.join(graph.scale(x, 0.8), graph.scale(y, 0.8), graph.scale(z, 21.0)), detail=3)
    grog = graph.span(graph.cells(26), 0.05, 0.20, 1.0, 0.0)
    tone = graph.scale(cloud, 0.9, graph.scale(rings, 0.25, graph.scale(grain, 0.25, -0.2)))
    color = graph.ramp(tone, (0.22, (0.235, 0.082, 0.034)), (0.52, (0.41, 0.165, 0.075)), (0.85, (0.56, 0.275, 0.140)))
    color = graph.blend(graph.scale(grog, 0.30), color, (0.16, 0.07, 0.04))
    bloom = graph.span(graph.noise(3.3, detail=7, distortion=0.4), 0.56, 0.76, 0.0, 0.34)
    color = graph.blend(bloom, color, (0.66, 0.50, 0.38))
    rough = 0.84
    if damp_to is not None:
        height = graph.scale(graph.noise(2.4, detail=4), 0.16, graph.split(graph.place())[2])
        wet = graph.span(height, damp_to + 0.02, damp_to + 0.12, 1.0, 0.0)
        color = graph.blend(graph.scale(wet, 0.45), color, (0.150, 0.050, 0.022))
        rough = graph.scale(wet, -0.16, 0.84)
    relief = graph.scale(rings, 1.2, graph.scale(grain, 0.5, graph.scale(grog, -0.4)))
    return graph.surface(graph.principled(color, rough, Specular=0.25, Normal=graph.bump(relief, 0.75, 0.024)))


class Pot:
    """A round-bellied pot with a thick rolled lip, sizes in decimetres."""

    def __init__(self, at=(0, 0, 0), size=1.0, seed=3):
        self.at, self.size, self.seed = Vector(at), size, seed

    OUTSIDE = ((AXIS, 0.012, 0), (0.24, 0.0, 0.05), (0.33, 0.035, 0.08), (0.475, 0.22, 0.16), (0.480, 0.36, 0.14),
               (0.425, 0.50, 0.06), (0.440, 0.560, 0.03), (0.482, 0.590, 0.025), (0.484, 0.625, 0.025),
               (0.452, 0.640, 0.02))
    INSIDE = ((0.420, 0.622, 0.02), (0.392, 0.560, 0.04), (0.382, 0.50, 0.06), (0.435, 0.36, 0.14), (0.43, 0.22, 0.16),
              (0.28, 0.06, 0.08), (AXIS, 0.05, 0))

    def wall(self, height):
        """Inner radius at a height over the table."""
        points = sorted((z, r) for r, z, _ in self.INSIDE)
        return self.size * float(numpy.interp(height / self.size, *zip(*points)))

    def throw(self, surface):
        line = [(r * self.size, z * self.size) for r, z in forms.rounded(self.OUTSIDE + self.INSIDE, step=0.02)]
        data = forms.revolve("pot", line, surface, segments=180, uneven=0.016, seed=self.seed)
        for corner in data.vertices:           # the lip dips and swells as a thumb left it
            angle = math.atan2(corner.co.y, corner.co.x)
            lip = max(0.0, corner.co.z / self.size - 0.5) / 0.14
            corner.co.z += 0.014 * lip * noise.noise(Vector((2 * math.cos(angle), 2 * math.sin(angle), self.seed)))
        return studio.put("pot", data, self.at)


# --- sweet yoghurt and coffee ----------------------------------------------------------------------

class Doi:
    """Set yoghurt in a pot with a pool of espresso at one side, on one height field."""

    def __init__(self, pot, level, pool=(0.09, -0.07), pool_radius=0.25, depth=0.075, coffee=-0.014, seed=2.0):
        self.pot, self.level, self.seed = pot, level, seed
        self.pool, self.pool_radius, self.depth, self.coffee = pool, pool_radius, depth, level + coffee
        self.radius = pot.wall(level) + 0.012

    def height(self, x, y):
        """The yoghurt's surface: nearly flat, drawn up at the wall, melted away under the coffee."""
        away = math.hypot(x - self.pool[0], y - self.pool[1])
        ragged = 1 + 0.55 * _lumps(x, y, 5, self.seed) + 0.10 * _lumps(x, y, 14, 3.1)
        part = min(1.0, max(0.0, 1.25 - away / (self.pool_radius * ragged)) / 0.6)
        hollow = part * part * (3 - 2 * part)
        edge = self.radius - math.hypot(x, y)
        clinging = 0.020 * math.exp(-edge / 0.018)
        swell = 0.010 * _lumps(x, y, 3.2, 8.0) + 0.0035 * _lumps(x, y, 11, 1.0)
        return self.level + swell + clinging - self.depth * hollow

    def serve(self, rings=150, segments=360):
        corners, drowned = [], []
        for ring in range(rings):
            out = self.radius * (1 - ring / (rings - 1) * 0.999)
            for step in range(segments):
                angle = forms.FULL_TURN * step / segments
                x, y = out * math.cos(angle), out * math.sin(angle)
                z = self.height(x, y)
                corners.append((x, y, z))
                drowned.append(z - self.coffee)
        faces = [(ring * segments + step, ring * segments + (step + 1) % segments,
                  (ring + 1) * segments + (step + 1) % segments, (ring + 1) * segments + step)
                 for ring in range(rings - 1) for step in range(segments)]
        data = forms.mesh("doi", corners, faces, doi_surface())
        forms.note(data, "above", drowned)
        studio.put("doi", data, self.pot.at)
        self._pour(corners, drowned, faces)

    def _pour(self, corners, drowned, faces):
        """The coffee's surface over the hollow, climbing a little at its shore."""
        wet = [(x, y, self.coffee + 0.007 * math.exp(over / 0.006) if over < 0 else z - 0.004)
               for (x, y, z), over in zip(corners, drowned)]
        near = [face for face in faces if any(drowned[corner] < 0.002 for corner in face)]
        data = forms.mesh("espresso", wet, near, espresso_pool())
        forms.note(data, "deep", [-over for over in drowned])
        studio.put("espresso", data, self.pot.at)


def _lumps(x, y, scale, layer):
    return noise.noise(Vector((x * scale, y * scale, layer)))


def doi_surface(light=(0.48, 0.240, 0.095), dark=(0.27, 0.110, 0.038)):
    """Caramel yoghurt: a browned, faintly wrinkled skin, pin-holes, whey; stained where coffee touched it."""
    graph = Graph("doi")
    browned = graph.noise(2.2, detail=6, distortion=0.9)
    skin = graph.noise(9, detail=5, roughness=0.6)
    hole, where = graph.span(graph.cells(30), 0.06, 0.15, 1.0, 0.0), graph.span(graph.noise(4), 0.48, 0.6)
    pin = graph.math("MULTIPLY", hole, where)
    color = graph.ramp(graph.scale(browned, 0.8, graph.scale(skin, 0.25)), (0.34, light), (0.70, dark))
    color = graph.blend(graph.scale(pin, 0.35), color, dark)
    reach = graph.scale(graph.noise(7, detail=6, distortion=1.6), 0.050, -0.022)
    stained = graph.span(graph.math("SUBTRACT", graph.attribute("above"), reach), -0.004, 0.020, 1.0, 0.0)
    color = graph.blend(graph.scale(stained, 0.92), color, (0.20, 0.082, 0.026))
    rough = graph.scale(stained, -0.22, graph.scale(browned, 0.22, 0.36))
    relief = graph.scale(skin, 0.7, graph.scale(pin, -0.8))
    return graph.surface(graph.principled(color, rough, Specular=0.35, Subsurface=0.22,
                                          Subsurface_Radius=(0.08, 0.045, 0.02), Subsurface_Color=light,
                                          Normal=graph.bump(relief, 0.30, 0.012)))


def espresso_pool():
    """Black in its depth, amber at the shore, a broken ring of hazel crema drifting on it."""
    graph = Graph("espresso pool")
    deep = graph.attribute("deep")
    shore = graph.span(deep, 0.0, 0.016, 1.0, 0.0)
    swirl = graph.noise(7, detail=6, distortion=1.6)
    wide = graph.span(deep, 0.0, 0.050, 1.0, 0.0)
    drifting = graph.span(graph.scale(wide, 0.42, graph.scale(swirl, 0.75)), 0.50, 0.84, 0.0, 0.85)
    foam = graph.math("MULTIPLY", drifting, graph.span(deep, 0.0, 0.004))
    bubbles = graph.cells(75)
    color = graph.blend(shore, (0.014, 0.0055, 0.0025), (0.13, 0.048, 0.014))
    tone = graph.scale(bubbles, 0.5, graph.scale(swirl, 0.8, -0.1))
    hazel = graph.ramp(tone, (0.15, (0.10, 0.037, 0.010)), (0.7, (0.31, 0.145, 0.046)))
    color = graph.blend(foam, color, hazel)
    return graph.surface(graph.principled(color, graph.scale(foam, 0.26, 0.03), Specular=0.5,
                                          Normal=graph.bump(graph.math("MULTIPLY", bubbles, foam), 0.35, 0.006)))
