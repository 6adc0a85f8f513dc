"""Potters' ware: a thrown mug and a wide cup, both with a pulled strap handle.

Wall and handle are grown together (one skin, a thumb's fillet where they meet), and no form is quite round.
"""
import math

import bpy
from mathutils import Vector, noise

import studio
from props import forms

AXIS = 0.0004           # turned forms end this far from their axis, so that no face collapses
SKIN = 0.0075           # how fine a joined form is meshed


class Vessel:
    """A thrown wall: `line` gives the outside as (radius, height, fillet) corners from the foot ring up to the lip."""

    def __init__(self, line, wall=0.045, floor=0.08, wobble=0.010, throwing=0.0025, seed=1):
        self.line, self.wall, self.floor = line, wall, floor
        self.wobble, self.throwing, self.seed = wobble, throwing, seed
        self.height = line[-1][1]

    def outer_radius(self, z):
        for (low, bottom, _), (high, top, _) in zip(self.line, self.line[1:]):
            if bottom <= z <= top and top > bottom:
                return low + (high - low) * (z - bottom) / (top - bottom)
        return self.line[-1][0]

    def inner_radius(self, z):
        return self.outer_radius(z) - self.wall

    def profile(self):
        mouth, top, _ = self.line[-1]
        lip = self.wall * 0.5
        foot = self.line[0][0]
        inside = [(radius - self.wall, height, max(fillet, 0.05)) for radius, height, fillet in self.line
                  if self.floor + 0.05 < height < top - 0.05]
        corners = [(AXIS, 0.03, 0), (foot * 0.72, 0.028, 0.03), (foot * 0.82, 0.0, 0.02), *self.line[:-1],
                   (mouth, top - lip, 0.02), (mouth - lip * 0.3, top, lip), (mouth - self.wall + lip * 0.2, top, lip),
                   (mouth - self.wall, top - lip * 1.4, 0.03), *reversed(inside),
                   (self.inner_radius(self.floor + 0.05) * 0.80, self.floor, 0.10), (AXIS, self.floor - 0.004, 0)]
        return forms.rounded(corners, step=0.03)

    def thrown(self, surface):
        """The wall as a mesh, with the faint spiral that the potter's fingers leave."""
        made = forms.revolve("vessel", self.profile(), surface, segments=144)
        for corner in made.vertices:
            point = corner.co
            around = Vector((point.x, point.y, 0))
            if around.length < 0.05:
                continue
            angle = math.atan2(point.y, point.x)
            spiral = math.sin(point.z * 68 + angle + 2 * noise.noise((point.z * 6, self.seed, 0)))
            drift = noise.noise((math.cos(angle) * 0.8, math.sin(angle) * 0.8, point.z * 1.1 + self.seed * 13.7))
            tall = min(1, max(0, (point.z - 0.05) / 0.2))
            corner.co += around.normalized() * (self.wobble * drift + self.throwing * spiral * tall)
            corner.co.z += tall * 0.006 * math.sin(2 * angle + self.seed)
        return made


def strap(vessel, surface, top, bottom, reach, broad=0.12, thick=0.062, steps=40, around=20):
    """A pulled handle along +x: broad where it leaves the wall at `top`, slimmer where it is pressed on at `bottom`."""
    high = Vector((vessel.outer_radius(top) - vessel.wall * 0.5, 0, top))
    low = Vector((vessel.outer_radius(bottom) - vessel.wall * 0.5, 0, bottom))
    bends = [high, high + Vector((reach * 1.05, 0, 0.10)), low + Vector((reach * 1.20, 0, 0.02)), low]
    corners, faces = [], []
    for step in range(steps + 1):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
        slopes = (-3 * (1 - t) ** 2, 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t)
        middle = sum((bend * weight for bend, weight in zip(bends, weights)), Vector())
        along = sum((bend * slope for bend, slope in zip(bends, slopes)), Vector()).normalized()
        out = Vector((-along.z, 0, along.x))
        root = math.exp(-(t / 0.13) ** 2) * 0.55 + math.exp(-((1 - t) / 0.10) ** 2) * 0.45
        half_broad = broad / 2 * (1.12 - 0.30 * t + root)
        half_thick = thick / 2 * (1.05 - 0.15 * t + root * 0.8)
        for turn in range(around):
            angle = forms.FULL_TURN * turn / around
            # a flattened oval with a shallow groove down its back
            groove = 1 - 0.16 * math.exp(-(math.cos(angle) / 0.35) ** 2) * (math.sin(angle) > 0)
            sideways = Vector((0, math.cos(angle) * half_broad, 0))
            corners.append(middle + sideways + out * math.sin(angle) * half_thick * groove)
    for step in range(steps):
        for turn in range(around):
            after = (turn + 1) % around
            faces.append((step * around + turn, (step + 1) * around + turn,
                          (step + 1) * around + after, step * around + after))
    faces.append(tuple(range(around)))
    faces.append(tuple(reversed(range(steps * around, (steps + 1) * around))))
    made = forms.mesh("strap", corners, faces, surface)
    return made


def grown_together(name, meshes, surface, skin=SKIN, polish=6):
    """One closed skin over overlapping meshes, its joints smoothed."""
    things = [studio.put(name, mesh) for mesh in meshes]
    view = bpy.context.view_layer
    for thing in things:
        thing.select_set(True)
    view.objects.active = things[0]
    bpy.ops.object.join()
    joined = view.objects.active
    remesh = joined.modifiers.new("skin", "REMESH")
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", skin, True
    smooth = joined.modifiers.new("polish", "SMOOTH")
    smooth.factor, smooth.iterations = 0.5, polish
    finished = bpy.data.meshes.new_from_object(joined.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    joined.modifiers.clear()
    joined.data = finished
    finished.materials.clear()
    finished.materials.append(surface)
    joined.select_set(False)
    return joined


def mug(surface, at=(0, 0, 0), handle_turn=0.0, seed=1):
    """A stout coffee mug, 8.8 cm wide and 8.6 cm tall, a little fuller below."""
    vessel = Vessel([(0.30, 0.0, 0.02), (0.335, 0.05, 0.03), (0.435, 0.16, 0.10), (0.450, 0.45, 0.2), (0.435, 0.86, 0)],
                    wall=0.05, seed=seed)
    handle = strap(vessel, surface, top=0.68, bottom=0.24, reach=0.34)
    body = grown_together("mug", [vessel.thrown(surface), handle], surface)
    body.location, body.rotation_euler = at, (0, 0, handle_turn)
    return vessel


def wide_cup(surface, at=(0, 0, 0), handle_turn=0.0, seed=2):
    """A wide cup, 11 cm across, round-bellied on a foot ring, with a small strap handle."""
    line = [(0.25, 0.0, 0.02), (0.265, 0.055, 0.03), (0.40, 0.13, 0.12), (0.515, 0.34, 0.22), (0.550, 0.64, 0)]
    vessel = Vessel(line, wall=0.048, wobble=0.012, seed=seed)
    handle = strap(vessel, surface, top=0.50, bottom=0.22, reach=0.27, broad=0.11, thick=0.055)
    cup = grown_together("wide cup", [vessel.thrown(surface), handle], surface)
    cup.location, cup.rotation_euler = at, (0, 0, handle_turn)
    return vessel
