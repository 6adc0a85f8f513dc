"""Drinking glasses and the drinks in them.

A glass is one turned mesh. Its wall below the drink's level carries a second material, whose refraction is that of
glass against water instead of glass against air; a clear drink is then only a top surface with its meniscus, and an
opaque one a body that reaches a hair into the wall. So every ray meets each boundary once, with the right index.
Shadow and diffuse rays pass through glass: objects in it are lit, and it throws a pale shadow.
"""
import math

import numpy
from mathutils import Vector

import studio
from props import forms
from props.shading import Graph

GLASS, WATER, ICE = 1.50, 1.333, 1.31
HAIR = 0.003            # an opaque drink reaches this far into the wall
AXIS = 0.0004           # turned forms end this far from their axis, so that no face collapses
MIST = 0.045            # how much of the light the finest droplets on a cold glass catch
MENISCUS_RISE, MENISCUS_REACH = 0.022, 0.022


# --- materials -------------------------------------------------------------------------------------

def glass(name="glass", against=1.0, tint=(0.985, 0.995, 0.99), stain=None, shade=None, misted_to=None):
    """Clear glass. `against` is the index of refraction on its other side; `stain` dims light by its way through it.

    `stain` is the share of red, green and blue that is left after one centimetre of the drink, `shade` the colour that
    one wall gives to the glass's shadow (that of the stain by itself), `misted_to` the height to which
    breath-fine water has settled on a cold glass.
    """
    graph = Graph(name)
    ior = GLASS / against
    smudge = graph.span(graph.noise(2.2, detail=6, distortion=0.6), 0.48, 0.72, 0.0, 0.09)
    ripple = graph.bump(graph.noise(1.6, detail=1), 0.05, 0.05)
    color = graph.blend(1.0, tint, _left_over(graph, stain), "MULTIPLY") if stain else tint
    seen = graph.mix(graph.fresnel(ior, ripple), graph.refraction(ior, color, normal=ripple),
                     graph.gloss(smudge if against == 1 else 0.0, normal=ripple))
    if misted_to:
        seen = _misted(graph, seen, misted_to)
    return graph.surface(see_through(graph, seen, _edge_shade(graph, shade or stain)))


def _misted(graph, seen, misted_to):
    """A veil of droplets too small to see one by one, wiped clear in runs where larger ones slid down."""
    x, y, z = graph.split(graph.place())
    around = graph.math("ARCTAN2", y, x)
    runs = graph.noise(1.0, graph.join(graph.scale(around, 5.0), graph.scale(z, 0.7)), detail=3)
    edge = graph.scale(graph.noise(3, detail=4), 0.30, z)
    below, off_table = graph.span(edge, misted_to + 0.05, misted_to + 0.30, 1.0, 0.0), graph.span(z, 0.03, 0.12)
    cold = graph.math("MULTIPLY", below, off_table)
    kept = graph.math("MULTIPLY", cold, graph.span(runs, 0.36, 0.47))
    outside = graph.span(graph.add("VectorMath", graph.add("NewGeometry").outputs["Normal"],
                                   graph.join(x, y), settings={"operation": "DOT_PRODUCT"}).outputs["Value"], 0.0, 0.02)
    share = graph.math("MULTIPLY", kept, graph.scale(outside, MIST))
    grey = graph.mix(0.5, graph.add("BsdfDiffuse", (0.80, 0.82, 0.83)).outputs[0],
                     graph.add("BsdfTranslucent", (0.86, 0.88, 0.88)).outputs[0])
    return graph.mix(share, seen, grey)


def water_top(name="drink", stain=None, bodies_hidden=True):
    """The top of a clear drink; where a body stands in it (`bodies_hidden`), the body's own surface is seen instead."""
    graph = Graph(name)
    color = _left_over(graph, stain) if stain else (1, 1, 1)
    seen = graph.mix(graph.fresnel(WATER), graph.refraction(WATER, color), graph.gloss(0.0))
    shown = see_through(graph, seen, (1, 1, 1))
    if bodies_hidden:
        shown = graph.mix(graph.attribute("inside"), shown, graph.clear())
    return graph.surface(shown)


def see_through(graph, seen, shade):
    """Lets shadow and diffuse rays pass a refracting surface, dimmed by `shade`."""
    passing = graph.math("MAXIMUM", graph.light_path("Is Shadow Ray"), graph.light_path("Is Diffuse Ray"))
    return graph.mix(passing, seen, graph.clear(shade))


def _edge_shade(graph, stain):
    """A glass's shadow: pale in its middle, dark where the wall is seen edge-on."""
    core = tuple(share ** 0.8 for share in stain) if stain else (0.97, 0.97, 0.965)
    return graph.ramp(graph.facing(0.5), (0.45, core), (0.97, tuple(0.35 * share for share in core)))


def _left_over(graph, stain):
    """Beer's law over the way that the ray has come inside the drink; white for rays that come from elsewhere."""
    way = graph.math("MINIMUM", graph.light_path("Ray Length"), 3.0)
    left = [graph.math("POWER", share, graph.scale(way, 10.0)) for share in stain]
    return graph.add("CombineColor", *left).outputs[0]


# --- glasses ---------------------------------------------------------------------------------------

class Glass:
    """A glass of straight, slightly flaring form; sizes in decimetres."""

    def __init__(self, foot=0.30, mouth=0.365, height=1.42, wall=0.022, base=0.13, at=(0, 0, 0), seed=1):
        self.foot, self.mouth, self.height, self.wall, self.base = foot, mouth, height, wall, base
        self.at, self.seed = Vector(at), seed

    def outer_radius(self, z):
        return self.foot + (self.mouth - self.foot) * max(0.0, z) / self.height

    def inner_radius(self, z):
        return self.outer_radius(z) - self.wall

    def outer_line(self):
        lip = self.wall * 0.42
        return forms.rounded([
            (AXIS, 0.035, 0), (self.foot * 0.62, 0.022, 0.05), (self.foot * 0.80, 0.0, 0.03),
            (self.foot, 0.0, 0.055), (self.mouth, self.height - lip, 0.01),
            (self.mouth - self.wall * 0.15, self.height, lip), (self.mouth - self.wall * 0.85, self.height, lip),
            (self.mouth - self.wall, self.height - lip, 0.01)], step=0.05)

    def inner_line(self, level):
        """Down the inside to the axis, with a point exactly at the level."""
        top = self.height - self.wall * 0.42
        wet = level + MENISCUS_RISE
        down = forms.rounded([(self.inner_radius(wet), wet, 0), (self.inner_radius(self.base), self.base, 0.09),
                              (AXIS, self.base - 0.012, 0)], step=0.05)
        dry = forms.rounded([(self.inner_radius(top), top, 0), (self.inner_radius(wet), wet, 0)], step=0.05)
        return dry, down

    def blow(self, level, stain=None, dry=None, wet=None):
        """The glass itself, its inside wet up to `level` (0: an empty glass)."""
        dry = dry or glass()
        wet = wet or glass("wet glass", WATER, stain=stain)
        outside = self.outer_line()
        above, below = self.inner_line(max(level, self.base + 0.1)) if level else self.inner_line(self.base + 0.1)
        profile = outside + above[1:] + below[1:]
        first_wet = len(outside) + len(above) - 2
        made = forms.revolve("glass", profile, [dry, wet if level else dry], segments=160,
                             slot=lambda band: int(band >= first_wet), uneven=0.004, seed=self.seed)
        return studio.put("glass", made, self.at)

    # --- what is in it

    def clear_drink(self, level, surface, bodies=()):
        """The top of a clear drink, which climbs a little at the wall and at every body that stands out of it."""
        return self._put_top(level, surface, bodies, dip=False)

    def opaque_drink(self, level, side, top, bodies=()):
        """A body of opaque drink. Where a body (ice) touches the wall, the drink gives way to it."""
        self._put_top(level, top, bodies, dip=True)
        wet = level + MENISCUS_RISE
        line = forms.rounded([(AXIS, self.base - 0.012 - HAIR, 0),
                              (self.inner_radius(self.base) + HAIR, self.base - HAIR, 0.09),
                              (self.inner_radius(wet) + HAIR, wet, 0)], step=0.016)
        made = forms.revolve("drink", line, side, segments=256, uneven=0.004, seed=self.seed)
        self._give_way(made, [forms.tree_of(body) for body in bodies])
        return studio.put("drink", made, self.at)

    def _put_top(self, level, surface, bodies, dip):
        trees = [forms.tree_of(body) for body in bodies]
        rim = self.inner_radius(level + MENISCUS_RISE) + HAIR
        radii = rim * (1 - numpy.linspace(1, 0.0, 90) ** 1.6)
        line = [(max(AXIS, radius), level + MENISCUS_RISE * math.exp(-(rim - radius) / MENISCUS_REACH))
                for radius in radii]
        made = forms.revolve("drink top", line[::-1], surface, segments=256, uneven=0.0)
        inside = [self._settle(corner, trees, dip) for corner in made.vertices]
        forms.note(made, "inside", inside)
        made.update()
        return studio.put("drink top", made, self.at)

    def _settle(self, corner, trees, dip):
        """Raises the surface against a body; inside one it dips below it, so that the drink wraps the body."""
        point = corner.co + self.at
        depth, _ = max((forms.depth_in(tree, point) for tree in trees), default=(-1, None), key=lambda pair: pair[0])
        if depth < 0:
            corner.co.z += MENISCUS_RISE * 0.7 * math.exp(depth / MENISCUS_REACH)
            return 0.0
        if dip:
            corner.co.z -= min(0.35, self._to_bottom(trees, point))
        return 1.0

    @staticmethod
    def _to_bottom(trees, point):
        deepest = 0.0
        for tree in trees:
            hit = tree.ray_cast(point, Vector((0, 0, -1)))
            if hit[0] is not None and hit[1].z < 0:
                deepest = max(deepest, hit[3])
        return deepest

    def _give_way(self, made, trees):
        for corner in made.vertices:
            point = corner.co + self.at
            inward = Vector((-corner.co.x, -corner.co.y, 0)).normalized()
            for tree in trees:
                if forms.depth_in(tree, point - inward * -HAIR * 3)[0] > 0:
                    hit = tree.ray_cast(point + inward * HAIR * 3, inward)
                    if hit[0] is not None:
                        corner.co += inward * min(0.2, hit[3])
        made.update()


class Server(Glass):
    """A bellied glass server for filter coffee, with a looped handle along +x."""

    LINE = ((0.0, 0.44), (0.10, 0.535), (0.28, 0.570), (0.50, 0.530), (0.74, 0.400), (0.90, 0.318), (1.00, 0.312),
            (1.06, 0.345))

    def __init__(self, at=(0, 0, 0), seed=2):
        super().__init__(foot=0.44, mouth=0.345, height=1.06, wall=0.020, base=0.030, at=at, seed=seed)
        self.curve = _smooth_line(self.LINE)

    def outer_radius(self, z):
        heights, radii = self.curve
        return float(numpy.interp(z, heights, radii))

    def outer_line(self):
        heights, radii = self.curve
        lip = self.wall * 0.5
        side = [(r, z, 0) for z, r in zip(heights, radii) if 0.03 < z < self.height - lip]
        return forms.rounded([(AXIS, 0.018, 0), (self.foot * 0.86, 0.006, 0.03), (self.foot * 0.93, 0.0, 0.02),
                              (self.foot + 0.02, 0.012, 0.02), *side, (self.mouth, self.height - lip, 0.0),
                              (self.mouth, self.height, lip), (self.mouth - self.wall, self.height, lip),
                              (self.mouth - self.wall, self.height - lip, 0)], step=0.03)

    def inner_line(self, level):
        heights, _ = self.curve
        wet = level + MENISCUS_RISE
        above = [(self.inner_radius(z), z, 0) for z in heights[::-1] if wet < z < self.height - self.wall]
        below = [(self.inner_radius(z), z, 0) for z in heights[::-1] if self.base + 0.05 < z < wet]
        start = [(self.inner_radius(wet), wet, 0)]
        return (forms.rounded([(self.mouth - self.wall, self.height - self.wall, 0), *above, *start], step=0.03),
                forms.rounded([*start, *below, (self.foot - 0.02, self.base + 0.012, 0.04), (AXIS, self.base, 0)],
                              step=0.03))

    def handle(self, surface, thick=0.042):
        """A rod of glass, drawn out and pressed on at both ends."""
        high, low = 0.80, 0.26
        reach = [self.outer_radius(high) - 0.004, 0.66, 0.80, 0.845, 0.80, 0.70, self.outer_radius(low) - 0.004]
        heights = [high + 0.01, 0.865, 0.80, 0.60, 0.42, 0.315, low]
        data = forms.tube("handle", [(r, 0, z) for r, z in zip(reach, heights)],
                          [thick * width for width in (1.35, 1.0, 0.95, 0.95, 0.95, 1.0, 1.4)], surface, around=28)
        return studio.put("handle", data, self.at)


def _smooth_line(points, pieces=10):
    """Catmull-Rom through (height, radius) points."""
    line = forms.spline([Vector((height, radius, 0)) for height, radius in points], pieces)
    return [point.x for point in line], [point.y for point in line]


# --- cold glass ------------------------------------------------------------------------------------

def droplet_material():
    graph = Graph("droplet")
    seen = graph.mix(graph.fresnel(WATER), graph.refraction(WATER), graph.gloss(0.0))
    return graph.surface(see_through(graph, seen, (0.9, 0.9, 0.9)))


def dew(vessel, random, low, high, count=900, largest=0.025, surface=None):
    """Water beads on the outside of a glass between two heights: many small ones, few large, none overlapping."""
    domes, placed = [], []
    taken = {}
    cell = largest * 2
    for _ in range(count * 4):
        size = largest * min(1.0, 0.16 / (random.random() + 0.10)) * random.uniform(0.5, 1)
        angle, z = random.uniform(0, forms.FULL_TURN), random.triangular(low, high, low + (high - low) * 0.55)
        around = angle * vessel.foot
        key = (int(around / cell), int(z / cell))
        near = [bead for x in (-1, 0, 1) for y in (-1, 0, 1) for bead in taken.get((key[0] + x, key[1] + y), ())]
        if all(math.hypot(around - a, z - b) > (size + r) * 0.95 for a, b, r in near):
            taken.setdefault(key, []).append((around, z, size))
            placed.append((angle, z, size))
        if len(placed) >= count:
            break
    for angle, z, size in placed:
        domes.append(_bead(vessel, random, angle, z, size))
    corners = [corner for bead, _ in domes for corner in bead]
    faces, start = [], 0
    for bead, bead_faces in domes:
        faces.extend(tuple(start + corner for corner in face) for face in bead_faces)
        start += len(bead)
    made = forms.mesh("dew", corners, faces, surface or droplet_material())
    return studio.put("dew", made, vessel.at)


def _bead(vessel, random, angle, z, size, rings=4, around=12):
    """One bead: a flat dome, a little long and heavier below when it is large."""
    out = Vector((math.cos(angle), math.sin(angle), 0))
    side, up = Vector((-out.y, out.x, 0)), Vector((0, 0, 1))
    foot = out * (vessel.outer_radius(z) - 0.0015) + up * z
    sag = 1 + 12 * size * random.uniform(0.2, 1)
    squash, phase = random.uniform(0.0, 0.16), random.uniform(0, forms.FULL_TURN)
    corners, faces = [foot + out * size * 0.55], []
    for ring in range(1, rings + 1):
        tilt = ring / rings * math.pi / 2
        for step in range(around):
            turn = forms.FULL_TURN * step / around
            reach = size * math.sin(tilt) * (1 + squash * math.cos(2 * turn + phase))
            corners.append(foot + out * size * 0.55 * math.cos(tilt) ** 0.8
                           + side * reach * math.cos(turn) + up * reach * math.sin(turn) * sag)
    faces.extend((0, 1 + step, 1 + (step + 1) % around) for step in range(around))
    for ring in range(rings - 1):
        for step in range(around):
            low, high = 1 + ring * around, 1 + (ring + 1) * around
            faces.append((low + step, high + step, high + (step + 1) % around, low + (step + 1) % around))
    return corners, faces


# --- inside a clear drink --------------------------------------------------------------------------

def fizz(vessel, level, random, count=420, largest=0.011, bodies=()):
    """Bubbles: most cling to the wall or to bodies in the drink, some rise in strings."""
    graph = Graph("bubble")
    ior = 1 / WATER
    seen = graph.mix(graph.fresnel(ior), graph.refraction(ior), graph.gloss(0.0))
    surface = graph.surface(see_through(graph, seen, (0.9, 0.9, 0.9)))
    pieces = []
    for _ in range(count):
        size = largest * random.uniform(0.35, 1) ** 1.6
        angle, z = random.uniform(0, forms.FULL_TURN), random.uniform(vessel.base + 0.04, level - 0.02)
        reach = vessel.inner_radius(z) - size - 0.002
        pieces.append(forms.ball(Vector((reach * math.cos(angle), reach * math.sin(angle), z)), size))
    for _ in range(count // 40):
        angle, share = random.uniform(0, forms.FULL_TURN), random.uniform(0.2, 0.9) ** 0.5
        z = random.uniform(vessel.base + 0.03, level * 0.4)
        while z < level - 0.05:
            reach = vessel.inner_radius(z) * share
            size = largest * (0.3 + 0.5 * z / level)
            pieces.append(forms.ball(Vector((reach * math.cos(angle), reach * math.sin(angle), z)), size))
            z += random.uniform(0.04, 0.13)
    for body in bodies:
        mesh = body.data
        for _ in range(count // 30):
            corner = body.matrix_world @ mesh.vertices[random.randrange(len(mesh.vertices))].co - vessel.at
            if corner.z < level - 0.02 and corner.xy.length < vessel.inner_radius(corner.z) - 0.02:
                pieces.append(forms.ball(corner, largest * random.uniform(0.3, 0.9)))
    return studio.put("fizz", forms.merged("fizz", pieces, surface), vessel.at)


def beads_of_air(vessel, level, random, count=40, around=(0.0, 0.0), largest=0.016):
    """Bubbles on a clear drink: half along the wall, half about the place where it is poured (x, y)."""
    graph = Graph("bubble film")
    skin = graph.mix(graph.scale(graph.facing(0.3), 0.55), graph.clear(), graph.clear((0.72, 0.62, 0.52)))
    surface = graph.surface(graph.mix(graph.fresnel(WATER), skin, graph.gloss(0.02)))
    pieces = []
    for index in range(count):
        size, angle = largest * random.uniform(0.3, 1) ** 2, random.uniform(0, forms.FULL_TURN)
        reach = abs(random.gauss(0, 0.05)) if index % 2 else vessel.inner_radius(level) - size * random.uniform(1, 2.5)
        middle = around if index % 2 else (0.0, 0.0)
        lift = size * 0.25 if index % 2 else MENISCUS_RISE * 0.5
        pieces.append(forms.ball(Vector((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle),
                                         level + lift)), size, around=16, rings=10))
    return studio.put("beads of air", forms.merged("beads of air", pieces, surface), vessel.at)


def floating_coffee(vessel, level, low, image, strength=5.0, color=(0.42, 0.13, 0.028),
                    sleeves=(0.985, 0.72, 0.45, 0.2)):
    """Coffee on top of a clear drink: nested sleeves that filter the light by the concentration in `image`.

    `color` is what one sleeve of full concentration lets through to the power of `strength`.
    """
    for index, share in enumerate(sleeves):
        graph = Graph("floating coffee")
        around, height, _ = graph.split(graph.place("UV"))
        share_up = graph.scale(height, 1 / (level - low), -low / (level - low))
        where = graph.join(graph.scale(around, 1.0, 0.37 * index), graph.within(share_up, 0.005, 0.995))
        read = graph.add("TexImage", where, settings={"image": image, "interpolation": "Cubic"}).outputs["Color"]
        thick = graph.math("MULTIPLY", read, strength)
        filtered = graph.add("CombineColor", *[graph.math("POWER", channel, thick) for channel in color]).outputs[0]
        filtered = graph.blend(graph.light_path("Is Shadow Ray"), filtered, (0.72, 0.66, 0.60))
        # what scatters: thin coffee glows brown where light strikes it
        haze = graph.add("BsdfDiffuse", (0.30, 0.13, 0.045)).outputs[0]
        surface = graph.surface(graph.mix(graph.scale(read, 0.22), graph.clear(filtered), haze))
        line = [(vessel.inner_radius(low) * share, low), (vessel.inner_radius(level) * share, level - 0.004)]
        studio.put("floating coffee", forms.revolve("floating coffee", line, surface, segments=96), vessel.at)
