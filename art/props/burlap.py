"""Burlap: a coarse jute weave with stray fibres, and an open sack with its rim rolled down.

Everything is measured in the sack's own unrolled cloth, so that the threads run with it.
"""
import math
import random

import bmesh
import bpy
from mathutils import Vector, noise

import studio

THREAD = 0.024          # from one thread to the next


def jute(color=(0.46, 0.33, 0.19), thread=THREAD):
    """Plain weave by the mesh's UV map, which is in decimetres of cloth: thick and thin threads, dark gaps, fuzz."""
    made = studio.material("jute", color, 0.9, Specular=0.15, Sheen=0.4)
    nodes = studio.Nodes(made)
    cloth = nodes.where.outputs["UV"]
    x, y, _ = nodes.split(cloth)
    sway = nodes.noise(1.7, detail=3, vector=cloth)
    u = nodes.math("DIVIDE", nodes.multiply_add(sway, thread * 5, x), thread)
    v = nodes.math("DIVIDE", nodes.multiply_add(sway, thread * -6, y), thread)
    rows = [nodes.math("FLOOR", value) for value in (u, v)]
    slub = [nodes.noise(1.0, detail=4, vector=nodes.join(nodes.multiply_add(nodes.random(index), 60.0, run), index))
            for index, run in ((rows[0], nodes.math("MULTIPLY", y, 2.2)), (rows[1], nodes.math("MULTIPLY", x, 2.2)))]
    arch = []
    for value, thick in zip((u, v), slub):
        off = nodes.math("ABSOLUTE", nodes.math("SUBTRACT", nodes.math("FRACT", value), 0.5))
        half = nodes.multiply_add(thick, 0.40, 0.22)
        arch.append(nodes.smooth(nodes.math("DIVIDE", off, half), 1.0, 0.0))
    over = nodes.math("MODULO", nodes.math("ABSOLUTE", nodes.math("ADD", rows[0], rows[1])), 2.0)
    dips = [nodes.math("SINE", nodes.math("MULTIPLY", nodes.math("FRACT", value), math.pi)) for value in (v, u)]
    lifted = [nodes.math("MULTIPLY", arch[0], nodes.multiply_add(nodes.math("MULTIPLY", over, dips[0]), 0.55, 0.45)),
              nodes.math("MULTIPLY", arch[1], nodes.multiply_add(
                  nodes.math("MULTIPLY", nodes.math("SUBTRACT", 1.0, over), dips[1]), 0.55, 0.45))]
    height = nodes.math("MAXIMUM", *lifted)
    twist = nodes.noise(30, detail=4, vector=cloth, stretch=(1, 1, 1), distortion=0.6)
    stain = nodes.noise(0.8, detail=5, vector=cloth)
    tone = nodes.multiply_add(height, 0.62, nodes.multiply_add(twist, 0.34, nodes.multiply_add(stain, 0.35, -0.24)))
    deep, dark, light = (tuple(channel * factor for channel in color) for factor in (0.12, 0.55, 1.45))
    nodes.color(nodes.ramp(tone, deep, light, 0.08, 0.95, between=((0.30, dark), (0.62, color))))
    nodes.bump(nodes.multiply_add(twist, 0.25, height), strength=0.9, distance=thread * 0.55)
    return made


class Sack:
    """An open sack about the z axis, its beans at z = 0; `radius` is the mouth's."""

    def __init__(self, radius=1.35, roll=0.15, oval=1.12, seed=2):
        self.radius, self.roll, self.oval, self.seed = radius, roll, oval, seed

    def _line(self, steps=90):
        """(distance from the mouth's wall, height, cloth used) down the inside, over the roll, down the outside."""
        points = [(0.0, -0.55), (0.0, -0.2), (-0.01, -0.02)]
        for step in range(17):                   # the roll: up, over and in again below, then down
            turn = math.pi - math.pi * 1.25 * step / 16
            points.append((self.roll + self.roll * math.cos(turn), 0.10 + self.roll * 0.95 * math.sin(turn)))
        out = points[-1]
        points += [(out[0] - 0.03, out[1] - 0.06), (out[0] + 0.03, out[1] - 0.16), (out[0] + 0.11, out[1] - 0.40),
                   (out[0] + 0.17, out[1] - 0.8), (out[0] + 0.15, out[1] - 1.3)]
        lengths = [0.0]
        for before, after in zip(points, points[1:]):
            lengths.append(lengths[-1] + math.dist(before, after))
        line = []
        for step in range(steps + 1):
            want = lengths[-1] * step / steps
            part = max(index for index, length in enumerate(lengths[:-1]) if length <= want)
            share = (want - lengths[part]) / (lengths[part + 1] - lengths[part])
            (x0, z0), (x1, z1) = points[part], points[part + 1]
            line.append((x0 + (x1 - x0) * share, z0 + (z1 - z0) * share, want))
        return line

    def wall(self, angle):
        """The distance of the mouth's inner wall from the axis in a direction."""
        direction = Vector((math.cos(angle), math.sin(angle), self.seed * 3.7))
        return self.radius * (1 + 0.055 * noise.noise(direction * 1.3) + 0.03 * noise.noise(direction * 3.1)) * (
            1 + (self.oval - 1) * math.cos(angle) ** 2)

    def inside(self, x, y, margin=0.0):
        return math.hypot(x, y) < self.wall(math.atan2(y, x)) - margin

    def sew(self, surface, around=420):
        form, mesh, rows = bmesh.new(), bpy.data.meshes.new("sack"), []
        sheet = form.loops.layers.uv.new("cloth")
        line = self._line()
        for off, height, used in line:
            row = []
            for step in range(around):
                angle = 2 * math.pi * step / around
                row.append(form.verts.new(self._place(angle, off, height, used)))
            rows.append(row)
        girth = 2 * math.pi * self.radius
        for below in range(len(rows) - 1):
            for step in range(around):
                after = (step + 1) % around
                low, high = rows[below], rows[below + 1]
                face = form.faces.new((low[step], low[after], high[after], high[step]))
                for loop, (across, up) in zip(face.loops, ((0, 0), (1, 0), (1, 1), (0, 1))):
                    loop[sheet].uv = (girth * (step + across) / around, line[below + up][2])
        bmesh.ops.recalc_face_normals(form, faces=form.faces)
        form.to_mesh(mesh)
        form.free()
        mesh.materials.append(surface)
        for face in mesh.polygons:
            face.use_smooth = True
        return studio.put("sack", mesh)

    def _place(self, angle, off, height, used):
        """A roll of uneven thickness with radial creases; the outside hangs in soft pleats."""
        direction = Vector((math.cos(angle), math.sin(angle), 0))
        away = Vector((0, 0, self.seed * 2.3))
        plump = 1 + 0.32 * noise.noise(direction * 1.9 + away) + 0.12 * noise.noise(direction * 5 + away)
        crease = 0.030 * noise.noise(direction * 11 + away + Vector((0, 0, used * 0.9)))
        crumple = noise.noise_vector(direction * 6 + Vector((0, 0, used * 3.5 + self.seed))) * 0.022
        pleat = 0.07 * max(0.0, -height - 0.1) * noise.noise(direction * 4 + away)
        sag = 0.07 * noise.noise(direction * 1.5 + away * 2)
        distance = self.wall(angle) + off * plump + (crease if off > 0.02 else 0.4 * crease) + pleat
        lift = height * (plump if height > 0 else 1) + (sag if height > -0.3 else 0)
        return direction * distance + Vector((0, 0, lift)) + crumple


def fibres(thing, surface, count=500, seed=3, longest=0.11, thick=0.0011):
    """Stray jute hairs on a mesh, curled, each leaving the cloth a little."""
    pick, mesh = random.Random(seed), thing.data
    curve = bpy.data.curves.new("fibres", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = "3D", thick, 1, 3
    for _ in range(count):
        face = mesh.polygons[pick.randrange(len(mesh.polygons))]
        start, normal = thing.matrix_world @ face.center, face.normal
        along = Vector((pick.gauss(0, 1), pick.gauss(0, 1), pick.gauss(0, 1)))
        along = (along - normal * along.dot(normal)).normalized()
        length = longest * pick.random() ** 1.5 + 0.02
        bend = curve.splines.new("NURBS")
        bend.points.add(3)
        bend.use_endpoint_u, bend.order_u = True, 4
        curl = along.cross(normal) * pick.gauss(0, 0.45)
        for point, (t, up) in zip(bend.points, ((0, 0.0), (0.35, 0.22), (0.7, 0.34), (1.0, pick.uniform(0.05, 0.6)))):
            point.co = (*(start + length * (along * t + normal * up + curl * t * t)), 1)
    curve.materials.append(surface)
    return studio.put("fibres", curve)


def fibre(color=(0.50, 0.37, 0.22)):
    return studio.material("jute fibre", color, 0.7, Sheen=0.5)
