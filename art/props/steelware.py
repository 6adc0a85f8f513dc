"""The steel of a South Indian coffee: a flared tumbler with a rolled lip, its dabara, and froth over the rim."""
import math

import numpy
from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

AXIS = 0.0004
SHEET = 0.009                                   # the steel is just under a millimetre thick
TUMBLER_RIM, TUMBLER_MOUTH = 0.86, 0.365        # height and inner radius of the tumbler's lip
DABARA_FLOOR, DABARA_MOUTH = 0.028, 0.485


def spun_steel(name="spun steel", roughness=0.20, lines=0.5):
    """Sheet steel turned on a lathe: rings all around, streaked highlights, fingerprints."""
    graph = Graph(name)
    x, y, z = graph.split(graph.place())
    out = graph.math("SQRT", graph.scale(x, x, graph.math("MULTIPLY", y, y)))
    across = graph.math("ADD", out, z)
    ring = graph.noise(1.0, graph.join(graph.scale(x, 1.3), graph.scale(y, 1.3), graph.scale(across, 170.0)), detail=3,
                       roughness=0.6)
    wide = graph.noise(1.0, graph.join(x, y, graph.scale(across, 24.0)), detail=2)
    finger = graph.span(graph.noise(2.3, detail=6, distortion=1.0), 0.50, 0.68)
    rough = graph.scale(finger, 0.10, graph.scale(ring, 0.16 * lines, roughness - 0.06))
    tone = graph.scale(wide, 0.5, graph.scale(finger, 0.3))
    color = graph.ramp(tone, (0.2, (0.66, 0.645, 0.62)), (0.7, (0.54, 0.52, 0.49)))
    around = graph.add("Tangent", settings={"direction_type": "RADIAL", "axis": "Z"}).outputs[0]
    relief = graph.scale(wide, 0.8, graph.scale(ring, 0.35 * lines))
    return graph.surface(graph.principled(color, rough, Metallic=1.0, Anisotropic=0.65, Tangent=around,
                                          Normal=graph.bump(relief, 0.10, 0.012)))


def tumbler(surface, at=(0, 0, 0)):
    """Straight foot, flaring wall, a lip rolled outwards."""
    rim, mouth = TUMBLER_RIM, TUMBLER_MOUTH
    lip = 0.016
    outside = [(AXIS, 0.020, 0), (0.20, 0.020, 0.02), (0.225, 0.0, 0.015), (0.250, 0.004, 0.012), (0.258, 0.05, 0.02),
               (0.275, 0.26, 0.2), (0.325, 0.66, 0.2), (mouth + SHEET * 0.4, rim - 0.035, 0.03)]
    roll = [(mouth + lip + lip * 1.05 * math.cos(angle), rim - 0.004 + lip * math.sin(angle), 0)
            for angle in (math.radians(value) for value in range(-100, 181, 20))]
    inside = [(mouth - 0.006, rim - 0.05, 0.03), (0.325 - SHEET, 0.66, 0.2), (0.275 - SHEET, 0.26, 0.2),
              (0.245 - SHEET, 0.04, 0.03), (AXIS, 0.03, 0)]
    return _turned("tumbler", outside + roll + inside, surface, at, seed=2)


def tumbler_wall(height):
    """The tumbler's inner radius."""
    points = ((0.04, 0.245), (0.26, 0.275), (0.66, 0.325), (TUMBLER_RIM - 0.05, TUMBLER_MOUTH + 0.003),
              (2, TUMBLER_MOUTH))
    return float(numpy.interp(height, *zip(*points))) - SHEET


def dabara(surface, at=(0, 0, 0)):
    """A wide low bowl with a flat flange."""
    outside = [(AXIS, 0.014, 0), (0.30, 0.014, 0.02), (0.325, 0.0, 0.015), (0.350, 0.006, 0.02), (0.41, 0.09, 0.08),
               (0.475, 0.33, 0.12), (0.490, 0.375, 0.02), (0.580, 0.388, 0.01)]
    edge = [(0.588 + 0.010 * math.cos(angle), 0.396 + 0.012 * math.sin(angle), 0)
            for angle in (math.radians(value) for value in range(-80, 121, 25))]
    inside = [(0.575, 0.400, 0.01), (0.482, 0.388, 0.02), (0.465, 0.33, 0.12), (0.400, 0.095, 0.08),
              (0.34, DABARA_FLOOR, 0.03), (AXIS, DABARA_FLOOR - 0.004, 0)]
    return _turned("dabara", outside + edge + inside, surface, at, seed=7)


def _turned(name, corners, surface, at, seed):
    data = forms.revolve(name, forms.rounded(corners, step=0.025), surface, segments=160, uneven=0.004, seed=seed)
    return studio.put(name, data, at)


# --- froth -----------------------------------------------------------------------------------------

def froth_surface(light=(0.88, 0.715, 0.51), deep=(0.42, 0.225, 0.09)):
    """Milk-coffee froth: fine and pale, brown where one looks into a larger bubble, lit from within."""
    graph = Graph("froth")
    stain = graph.noise(3.2, detail=6, distortion=1.1)
    coarse, fine = graph.cells(58), graph.cells(125)
    patch = graph.span(graph.noise(7, detail=3), 0.42, 0.66)
    backs = graph.scale(graph.math("MULTIPLY", graph.math("MULTIPLY", coarse, coarse), patch), -1.6,
                        graph.scale(graph.math("MULTIPLY", fine, fine), -0.9))
    tone = graph.scale(graph.attribute("cell"), -0.22, graph.scale(stain, 1.05, graph.scale(backs, 0.30, 0.10)))
    between = tuple(0.55 * a + 0.45 * b for a, b in zip(light, deep))
    color = graph.ramp(tone, (0.05, deep), (0.46, between), (0.76, light))
    return graph.surface(graph.principled(
        color, graph.scale(stain, 0.20, 0.14), Specular=0.5, Subsurface=0.14, Subsurface_Radius=(0.05, 0.03, 0.018),
        Subsurface_Color=light, Normal=graph.bump(backs, 0.55, 0.007)))


def film(light=(0.88, 0.76, 0.58)):
    """The skin of a large bubble: clear in the middle, milky at its edge, a sharp glint."""
    graph = Graph("bubble film")
    rim = graph.span(graph.facing(0.35), 0.15, 0.85, 0.06, 0.72)
    milky = graph.principled(light, 0.2, Specular=0.5)
    skin = graph.mix(rim, graph.clear(), milky)
    return graph.surface(graph.mix(graph.scale(graph.fresnel(1.33), 0.8, 0.02), skin, graph.gloss(0.02)))


def froth(random, radius, dome, at=(0, 0, 0), bubbles=3200, largest=0.030, rings=130, segments=360, overhang=0.0):
    """A heap of bubbles on a disk: each lifts the surface like a cushion; the largest are open films.

    `dome` is its height over the edge, `overhang` how far it bulges out over a rim.
    """
    middles, sizes = _packed(random, radius + overhang, bubbles, largest)
    share = numpy.linspace(1.0, 0.002, rings) ** 0.8
    angle = numpy.arange(segments) * forms.FULL_TURN / segments
    out = share[:, None] * (radius + overhang) * numpy.ones_like(angle)[None, :]
    x, y = out * numpy.cos(angle)[None, :], out * numpy.sin(angle)[None, :]
    cap, cell = _cushions(x.ravel(), y.ravel(), middles, sizes)
    corners = []
    for px, py, lift in zip(x.ravel(), y.ravel(), cap):
        corners.append(Vector((px, py, _dome_height(px, py, radius + overhang, dome, random_phase=largest) + lift)))
    faces = [(ring * segments + step, ring * segments + (step + 1) % segments,
              (ring + 1) * segments + (step + 1) % segments, (ring + 1) * segments + step)
             for ring in range(rings - 1) for step in range(segments)]
    skirt = _skirt(corners, segments, radius / (radius + overhang), faces)
    made = forms.mesh("froth", corners, faces, froth_surface())
    forms.note(made, "cell", list(cell) + [0.0] * skirt)
    froth_body = studio.put("froth", made, at)
    clear = film()
    pieces = []
    for (mx, my), size in zip(middles, sizes):
        if size > 0.30 * largest:
            height = _dome_height(mx, my, radius + overhang, dome, random_phase=largest)
            pieces.append(forms.ball(Vector((mx, my, height - size * 0.62)), size, around=20, rings=14))
    if pieces:
        studio.put("open bubbles", forms.merged("open bubbles", pieces, clear), at)
    return froth_body


def _skirt(corners, segments, inwards, faces):
    """Closes the froth downwards, into the vessel, whose wall is the share `inwards` of its edge."""
    edge = corners[:segments]
    start = len(corners)
    for share, drop in ((0.99 * inwards, -0.02), (0.96 * inwards, -0.05), (0.91 * inwards, -0.09)):
        corners.extend(Vector((corner.x * share, corner.y * share, drop)) for corner in edge)
    rows = [range(first, first + segments) for first in (0, start, start + segments, start + 2 * segments)]
    for above, below in zip(rows, rows[1:]):
        faces.extend((below[step], below[(step + 1) % segments], above[(step + 1) % segments], above[step])
                     for step in range(segments))
    return 3 * segments


def _dome_height(x, y, radius, dome, random_phase):
    share = min(1.0, math.hypot(x, y) / radius)
    heap = dome * (1 - share ** 4.5) ** 0.6 if share < 1 else 0.0
    lumps = 0.16 * dome * noise.noise(Vector((x * 5, y * 5, random_phase * 100))) * (1 - share ** 4)
    return heap + lumps


def _packed(random, radius, count, largest):
    """Places for bubbles of very different sizes: the large ones first, hardly overlapping."""
    middles, sizes = [], []
    grid = {}
    for index in range(count):
        size = largest * max(0.12, (1 + index / count * 110) ** -0.62) * random.uniform(0.8, 1.0)
        for _ in range(12):
            distance, angle = (radius - size * 0.6) * random.random() ** 0.40, random.uniform(0, forms.FULL_TURN)
            x, y = distance * math.cos(angle), distance * math.sin(angle)
            key = (int(x / (2 * largest)), int(y / (2 * largest)))
            near = [other for i in (-1, 0, 1) for j in (-1, 0, 1) for other in grid.get((key[0] + i, key[1] + j), ())]
            if all(math.hypot(x - ox, y - oy) > 0.86 * (size + other) for ox, oy, other in near):
                grid.setdefault(key, []).append((x, y, size))
                middles.append((x, y))
                sizes.append(size)
                break
    return middles, sizes


def _cushions(x, y, middles, sizes, open_from=0.007):
    """How far the bubbles lift each point, and how deep one looks into the larger ones (0 to 1)."""
    lift, cell = numpy.zeros_like(x), numpy.zeros_like(x)
    for (mx, my), size in zip(middles, sizes):
        near = numpy.flatnonzero((numpy.abs(x - mx) < 1.15 * size) & (numpy.abs(y - my) < 1.15 * size))
        share = numpy.hypot(x[near] - mx, y[near] - my) / size
        raised = 0.16 * size * numpy.sqrt(numpy.clip(1 - (share / 1.15) ** 2, 0, 1))
        lift[near] = numpy.maximum(lift[near], raised)
        depth = min(1.0, max(0.0, size / open_from - 1)) * numpy.clip(1 - share ** 4, 0, 1)
        cell[near] = numpy.maximum(cell[near], depth)
    return lift, cell
