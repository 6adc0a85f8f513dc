"""Glasses for hot drinks: the fluted glass of a Dhaka tea stall, a tall latte glass with a handle."""
import math

import bpy
from mathutils import Vector

import studio
from props import forms, glassware

SEGMENTS = 160          # the same as for the glasses of glassware


class TongGlass(glassware.Glass):
    """The glass of a tea stall: thick, narrow-footed, flutes pressed into its lower half, a plain flared lip."""

    def __init__(self, at=(0, 0, 0), seed=3):
        super().__init__(foot=0.235, mouth=0.335, height=0.84, wall=0.030, base=0.11, at=at, seed=seed)

    def outer_radius(self, z):
        part = min(max(z / self.height, 0), 1)
        waist = -0.012 * math.sin(math.pi * min(part / 0.8, 1))
        return self.foot + (self.mouth - self.foot) * part + waist

    def blow(self, level, stain=None, dry=None, wet=None, flutes=16, depth=0.011):
        made = super().blow(level, stain, dry, wet)
        outside = len(self.outer_line())
        for index, corner in enumerate(made.data.vertices):
            band, turn = divmod(index, SEGMENTS)
            if band >= outside:
                continue
            angle = forms.FULL_TURN * turn / SEGMENTS
            fade = soft(corner.co.z, 0.03, 0.10) * (1 - soft(corner.co.z, 0.36, 0.48))
            hollow = abs(math.cos(flutes / 2 * angle)) ** 1.5
            around = Vector((corner.co.x, corner.co.y, 0))
            if around.length > 0.1:
                corner.co -= around.normalized() * depth * fade * hollow
        made.data.update()
        return made

    def outer_line(self):
        lip = self.wall * 0.42
        middle = [(self.outer_radius(z), z, 0.05) for z in (0.2, 0.4, 0.6)]
        return forms.rounded([
            (glassware.AXIS, 0.045, 0), (self.foot * 0.58, 0.030, 0.05), (self.foot * 0.80, 0.0, 0.03),
            (self.foot, 0.0, 0.045), *middle, (self.mouth, self.height - lip, 0.01),
            (self.mouth - self.wall * 0.15, self.height, lip), (self.mouth - self.wall * 0.85, self.height, lip),
            (self.mouth - self.wall, self.height - lip, 0.01)], step=0.03)


class LatteGlass(glassware.Glass):
    """A tall glass cup with a glass handle."""

    def __init__(self, at=(0, 0, 0), handle_turn=0.0, seed=5):
        super().__init__(foot=0.285, mouth=0.385, height=1.12, wall=0.030, base=0.12, at=at, seed=seed)
        self.handle_turn = handle_turn

    def blow(self, level, stain=None, dry=None, wet=None):
        dry = dry or glassware.glass()
        made = super().blow(level, stain, dry, wet)
        handle = studio.put("handle", self._handle(dry), self.at)
        handle.rotation_euler.z = self.handle_turn
        join = made.modifiers.new("handle", "BOOLEAN")
        join.operation, join.object, join.solver = "UNION", handle, "EXACT"
        handle.hide_render = True
        return made

    def _handle(self, surface, steps=48, around=24):
        top, bottom = 0.86, 0.34
        high = Vector((self.outer_radius(top) - self.wall * 0.5, 0, top))
        low = Vector((self.outer_radius(bottom) - self.wall * 0.5, 0, bottom))
        bends = [high, high + Vector((0.40, 0, 0.09)), low + Vector((0.44, 0, -0.02)), low]
        corners, faces = [], []
        for step in range(steps + 1):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
            slopes = (-3 * (1 - t) ** 2, 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t)
            middle = sum((bend * weight for bend, weight in zip(bends, weights)), Vector())
            along = sum((bend * slope for bend, slope in zip(bends, slopes)), Vector()).normalized()
            out = Vector((-along.z, 0, along.x))
            root = math.exp(-(t / 0.09) ** 2) + math.exp(-((1 - t) / 0.09) ** 2)
            for turn in range(around):
                angle = forms.FULL_TURN * turn / around
                corners.append(middle + Vector((0, math.cos(angle) * (0.052 + 0.022 * root), 0))
                               + out * math.sin(angle) * (0.036 + 0.022 * root))
        for step in range(steps):
            for turn in range(around):
                after = (turn + 1) % around
                faces.append((step * around + turn, (step + 1) * around + turn,
                              (step + 1) * around + after, step * around + after))
        faces.append(tuple(range(around)))
        faces.append(tuple(reversed(range(steps * around, (steps + 1) * around))))
        return forms.mesh("handle", corners, faces, surface)


def soft(value, start, end):
    part = min(1.0, max(0.0, (value - start) / (end - start)))
    return part * part * (3 - 2 * part)


def bubbles_at_wall(vessel, level, dice, count=70, largest=0.016):
    """Bubbles that gather where hot coffee meets the glass: thin domes in little groups."""
    surface = glassware.droplet_material()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=8, radius=1)
    ball = bpy.context.object
    ball.data.materials.append(surface)
    for face in ball.data.polygons:
        face.use_smooth = True
    mesh = ball.data
    bpy.data.objects.remove(ball)
    groups = [dice.uniform(0, forms.FULL_TURN) for _ in range(6)]
    for _ in range(count):
        angle, size = dice.choice(groups) + dice.gauss(0, 0.22), largest * dice.uniform(0.25, 1) ** 1.6
        far = vessel.inner_radius(level) - size * 0.9 - abs(dice.gauss(0, 0.018))
        spot = Vector((far * math.cos(angle), far * math.sin(angle), level + 0.006))
        bubble = studio.put("bubble", mesh, Vector(vessel.at) + spot)
        bubble.scale = (size, size, size * 0.6)
