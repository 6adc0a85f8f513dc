"""Garnishes in and on a glass: mint, a wheel of lime, a green chilli, cumin, a bamboo straw."""
import math

from mathutils import Euler, Matrix, Vector, noise

import studio
from props import forms
from props.shading import Graph


# --- mint ------------------------------------------------------------------------------------------

def mint_green():
    """Leaf green on top, paler below, light in the veins, and a little light let through."""
    graph = Graph("mint")
    vein = graph.attribute("vein")
    each = graph.add("ObjectInfo").outputs["Random"]
    tone = graph.scale(graph.noise(9, detail=4), 0.5, graph.scale(each, 0.35, graph.scale(vein, 0.45, -0.1)))
    color = graph.ramp(tone, (0.15, (0.018, 0.085, 0.012)), (0.55, (0.050, 0.190, 0.026)), (0.95, (0.16, 0.34, 0.085)))
    color = graph.blend(graph.scale(graph.seen_from_behind(), 0.45), color, (0.17, 0.30, 0.13))
    skin = graph.principled(color, graph.scale(graph.noise(20), 0.2, 0.34), Specular=0.42,
                            Normal=graph.bump(graph.noise(34, detail=3), 0.25, 0.006))
    glow = graph.add("BsdfTranslucent", graph.blend(0.6, color, (0.25, 0.50, 0.05))).outputs[0]
    return graph.surface(graph.mix(0.26, skin, glow))


def leaf(surface, random, length=0.36, width=0.22, curl=0.5, cup=0.35):
    """A mint leaf from its stalk at the origin along +x, face up: serrated, quilted between the veins, curling down."""
    along_steps, across_steps = 48, 20
    corners, veins, faces = [], [], []
    wave = random.uniform(0, 50)
    for i in range(along_steps + 1):
        t = i / along_steps
        half = width / 2 * _leaf_width(t) * (1 + 0.07 * abs(math.sin(t * 9.5 * math.pi)) * (t > 0.06))
        for j in range(across_steps + 1):
            v = 2 * j / across_steps - 1
            rib = (t * 7.5 - abs(v) * 1.1) % 1.0           # side veins run forward as they leave the middle
            pillow = math.sin(math.pi * rib) ** 0.7 * (1 - abs(v) ** 3) * _leaf_width(t)
            vein = max(math.exp(-(v / 0.07) ** 2), 0.7 * math.exp(-(min(rib, 1 - rib) / 0.09) ** 2))
            bend = curl * t * t * length * 0.55
            lift = cup * half * v * v + 0.022 * length / 0.36 * pillow * min(1, abs(v) * 4)
            ripple = 0.03 * length * noise.noise(Vector((t * 4, v * 2, wave)))
            corners.append(Vector((length * t * (1 - 0.12 * curl * t), half * v, lift - bend + ripple)))
            veins.append(vein)
    row = across_steps + 1
    faces = [(i * row + j, (i + 1) * row + j, (i + 1) * row + j + 1, i * row + j + 1)
             for i in range(along_steps) for j in range(across_steps)]
    made = forms.mesh("mint leaf", corners, faces, surface)
    forms.note(made, "vein", veins)
    return made


def _leaf_width(t):
    """A mint leaf is widest before its middle and ends in a blunt point."""
    return max(0.02, math.sin(math.pi * min(1, t ** 0.72)) ** 0.75)


def mint_sprig(at, random, lean=(0.1, 0.0, 1.0), tall=0.55, size=0.36, pairs=6, bare=0.52):
    """A sprig: crossed pairs of leaves, small and upright at its tip; `bare` is the share of its stem without any."""
    surface = mint_green()
    stem_color = studio.material("mint stem", (0.11, 0.20, 0.06), 0.5)
    up = Vector(lean).normalized()
    base = Vector(at)
    stem = [base + up * tall * share + Vector((0.02 * math.sin(4 * share), 0.015 * math.cos(3 * share), 0))
            for share in (0, 0.3, 0.6, 0.96)]
    studio.put("mint stem", forms.tube("mint stem", stem, (0.018, 0.016, 0.012, 0.007), stem_color, around=10))
    frame = up.to_track_quat("Z", "Y").to_matrix().to_4x4()
    for pair in range(pairs):
        share = bare + (0.97 - bare) * pair / max(1, pairs - 1)
        grown = 1.0 - 0.62 * (pair / max(1, pairs - 1)) ** 1.4
        for side in (0, 1):
            turn = math.pi * side + pair * 1.45 + random.uniform(-0.25, 0.25)
            raise_ = math.radians(18 + 50 * pair / max(1, pairs - 1) + random.uniform(-12, 12))
            data = leaf(surface, random, size * grown * random.uniform(0.9, 1.1), size * 0.62 * grown,
                        curl=random.uniform(0.3, 0.9) * (1.2 - 0.6 * share))
            made = studio.put("mint leaf", data)
            made.matrix_world = (Matrix.Translation(base + up * tall * share) @ frame @ Matrix.Rotation(turn, 4, "Z")
                                 @ Matrix.Translation((0.012, 0, 0)) @ Matrix.Rotation(-raise_, 4, "Y"))


def loose_leaf(at, turn, random, size=0.3, surface=None, **shape):
    """One leaf at `at`, turned by degrees about x, y, z."""
    made = studio.put("mint leaf", leaf(surface or mint_green(), random, size, size * 0.62, **shape), at)
    made.rotation_euler = [math.radians(angle) for angle in turn]
    return made


# --- lime ------------------------------------------------------------------------------------------

def lime_wheel(at, turn, radius=0.26, thick=0.045, seed=4, segments=10):
    """A slice of lime in its own x-y plane: oily green rind, thin pith, wet translucent segments."""
    profile = forms.rounded([(0.0004, -thick / 2, 0), (radius - 0.004, -thick / 2, 0.008),
                             (radius, 0, 0.05), (radius - 0.004, thick / 2, 0.008), (0.0004, thick / 2, 0)], step=0.01)
    flesh = _lime_flesh(radius, seed, segments)
    data = forms.revolve("lime", profile, flesh, segments=120, uneven=0.012, seed=seed)
    made = studio.put("lime", data, at)
    made.rotation_euler = [math.radians(angle) for angle in turn]
    return made


def _lime_flesh(radius, seed, segments):
    graph = Graph("lime")
    x, y, z = graph.split(graph.place())
    warp = graph.scale(graph.noise(6, detail=2), 0.05, -0.025)
    x, y = graph.math("ADD", x, warp), graph.math("SUBTRACT", y, warp)
    out = graph.scale(graph.math("SQRT", graph.scale(x, x, graph.math("MULTIPLY", y, y))), 1 / radius)
    angle = graph.scale(graph.math("ARCTAN2", y, x), segments / forms.FULL_TURN, 100.0 + seed)
    uneven = graph.scale(graph.noise(1.3, detail=1), 0.5, angle)
    within = graph.math("FRACT", uneven)
    edge = graph.math("MINIMUM", within, graph.math("SUBTRACT", 1.0, within))
    membrane = graph.span(graph.math("MULTIPLY", edge, out), 0.008, 0.045, 1.0, 0.0)
    core = graph.span(out, 0.05, 0.13, 1.0, 0.0)
    pith = graph.span(out, 0.835, 0.885)
    rind = graph.span(out, 0.945, 0.975)
    # juice sacs are long drops that point to the middle: cells in angle and radius
    polar = graph.join(graph.scale(uneven, 4.2), graph.scale(out, 3.6), graph.scale(z, 8.0))
    sacs, lines = graph.cells(1.0, polar), graph.cells(1.0, polar, feature="DISTANCE_TO_EDGE")
    flesh = graph.ramp(graph.scale(sacs, 0.7, graph.scale(graph.noise(5), 0.4)),
                       (0.2, (0.44, 0.56, 0.13)), (0.75, (0.66, 0.74, 0.30)))
    flesh = graph.blend(graph.span(lines, 0.0, 0.10, 0.55, 0.0), flesh, (0.78, 0.84, 0.50))
    white = graph.math("MAXIMUM", graph.math("MAXIMUM", membrane, core), pith)
    color = graph.blend(white, flesh, (0.86, 0.88, 0.66))
    skin = graph.ramp(graph.noise(13, detail=4), (0.3, (0.035, 0.13, 0.012)), (0.75, (0.10, 0.26, 0.025)))
    color = graph.blend(rind, color, skin)
    height = graph.scale(white, 0.5, graph.scale(graph.span(lines, 0.0, 0.2), 0.5, graph.scale(graph.cells(30), rind)))
    wet = graph.principled(color, graph.scale(rind, 0.2, 0.16), Specular=0.5, Normal=graph.bump(height, 0.35, 0.012))
    glow = graph.add("BsdfTranslucent", graph.blend(0.35, color, (0.80, 0.86, 0.30))).outputs[0]
    share = graph.scale(graph.math("SUBTRACT", 1.0, rind), graph.scale(white, -0.25, 0.68))
    return graph.surface(graph.mix(share, wet, glow))


# --- chilli ----------------------------------------------------------------------------------------

def chilli(at, turn, length=0.75, radius=0.048, bend=0.10):
    """A green chilli from its calyx at the origin along +x, with its stalk along -x; glossy, faintly ribbed."""
    shares = (0.0, 0.04, 0.14, 0.32, 0.55, 0.78, 0.92, 1.0)
    widths = (0.72, 0.95, 1.05, 1.0, 0.86, 0.58, 0.26, 0.03)
    path = [(length * share, bend * math.sin(2.2 * share) - 0.03 * math.sin(7 * share),
             -0.6 * bend * share ** 2) for share in shares]
    body = forms.tube("chilli", path, [radius * width for width in widths], _chilli_skin(), around=40, smoothing=10)
    for corner in body.vertices:
        corner.co += 0.0035 * Vector((0, noise.noise(corner.co * 9), noise.noise(corner.co * 9 + Vector((7, 7, 7)))))
    made = studio.put("chilli", body, at)
    made.rotation_euler = [math.radians(angle) for angle in turn]
    stalk_green = studio.material("chilli stalk", (0.10, 0.17, 0.035), 0.55)
    stalk = forms.tube("stalk", [(0.03, 0, 0), (-0.02, 0, 0.0), (-0.12, -0.012, 0.02), (-0.24, -0.05, 0.03)],
                       (radius * 0.80, radius * 0.62, 0.013, 0.016), stalk_green, around=14)
    studio.put("chilli stalk", stalk).parent = made
    return made


def _chilli_skin():
    graph = Graph("chilli")
    along = graph.attribute("along")
    color = graph.ramp(graph.scale(graph.noise(3, detail=4), 0.6, graph.scale(along, 0.3)),
                       (0.25, (0.045, 0.17, 0.012)), (0.6, (0.10, 0.28, 0.020)), (0.9, (0.24, 0.40, 0.05)))
    return graph.surface(graph.principled(color, 0.17, Specular=0.5, Clearcoat=0.3,
                                          Normal=graph.bump(graph.noise(6, detail=2), 0.12, 0.03)))


# --- small things ----------------------------------------------------------------------------------

def cumin(places, random):
    """Roasted cumin seeds at the given points: thin, ribbed, a little bent."""
    graph = Graph("cumin")
    each = graph.add("ObjectInfo").outputs["Random"]
    rib = graph.noise(1.0, graph.stretched(graph.place(), (6, 190, 190)), detail=1)
    tone = graph.scale(rib, 0.7, graph.scale(each, 0.35))
    color = graph.ramp(tone, (0.3, (0.070, 0.034, 0.013)), (0.8, (0.26, 0.155, 0.065)))
    surface = graph.surface(graph.principled(color, 0.6, Normal=graph.bump(rib, 0.5, 0.004)))
    seed = forms.tube("cumin", [(-0.027, 0.002, 0), (-0.014, 0, 0), (0, -0.001, 0), (0.014, 0, 0), (0.027, 0.003, 0)],
                      (0.0015, 0.0058, 0.0072, 0.0055, 0.0012), surface, around=10, smoothing=3)
    for place in places:
        made = studio.put("cumin", seed, place)
        made.rotation_euler = Euler((random.uniform(0, 6), random.uniform(-0.25, 0.25), random.uniform(0, 6)))
        made.scale = [random.uniform(0.85, 1.15)] * 3


def straw(start, end, radius=0.033, wall=0.009):
    """A bamboo straw: a hollow cane with a node, cut square; stands from `start` to `end`."""
    start, end = Vector(start), Vector(end)
    length = (end - start).length
    knot = 0.62 * length
    outside = [(radius, 0), (radius, knot - 0.03), (radius * 1.10, knot - 0.008), (radius * 1.02, knot),
               (radius * 1.08, knot + 0.008), (radius * 0.97, knot + 0.035), (radius * 0.95, length)]
    inside = [(radius - wall, length), (radius - wall, length - 0.35)]
    profile = forms.rounded([(r, z, 0.004) for r, z in outside + inside], step=0.03)
    graph = Graph("bamboo")
    fibre = graph.noise(1.0, graph.stretched(graph.place(), (60, 60, 1.2)), detail=5)
    height = graph.split(graph.place())[2]
    near_knot = graph.span(graph.math("ABSOLUTE", graph.scale(height, 1.0, -knot)), 0.0, 0.06, 0.5, 0.0)
    color = graph.ramp(graph.scale(fibre, 1.0, graph.scale(near_knot, -0.6)),
                       (0.2, (0.25, 0.145, 0.055)), (0.7, (0.58, 0.42, 0.20)))
    surface = graph.surface(graph.principled(color, 0.38, Normal=graph.bump(fibre, 0.25, 0.006)))
    made = studio.put("straw", forms.revolve("straw", profile, surface, segments=48, uneven=0.002), start)
    made.rotation_euler = (end - start).to_track_quat("Z", "Y").to_euler()
    return made
