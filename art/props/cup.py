"""Cafe china: a cappuccino cup and an espresso cup with foot ring, thick wall and a handle grown into it, and saucers.

A `Shape` holds the measures of a cup; `stand` puts cup and saucer on the table, `fill` pours a surface with a meniscus.
"""
import math
from dataclasses import dataclass

import bmesh
import bpy
import studio
from mathutils import Matrix, Vector

WALL_STEPS = 96


@dataclass(frozen=True)
class Shape:
    """(radius, height) profiles in decimetres from the centre of the underside over the rim to the centre inside."""
    outside: tuple
    inside: tuple
    handle: tuple  # (distance from the axis, height) of the handle's middle line, top to bottom, without its two ends
    joints: tuple  # heights at which the handle leaves the wall
    grip: tuple    # half thickness (in the handle's plane) and half width
    saucer: tuple

    @property
    def height(self):
        return max(height for _, height in self.outside + self.inside)

    def wall(self, height):
        """The inner radius at a height."""
        return _radius_at(self.inside, height)


CAPPUCCINO = Shape(
    outside=((0, 0.034), (0.10, 0.034), (0.186, 0.030), (0.196, 0.008), (0.206, 0.0), (0.226, 0.0), (0.236, 0.009),
             (0.243, 0.030), (0.275, 0.056), (0.330, 0.105), (0.380, 0.178), (0.414, 0.275), (0.432, 0.390),
             (0.440, 0.510), (0.443, 0.600), (0.442, 0.630), (0.437, 0.641)),
    inside=((0.428, 0.643), (0.419, 0.636), (0.413, 0.618), (0.407, 0.520), (0.397, 0.400), (0.376, 0.290),
            (0.338, 0.200), (0.282, 0.132), (0.200, 0.096), (0.100, 0.084), (0, 0.081)),
    handle=((0.565, 0.545), (0.665, 0.490), (0.672, 0.385), (0.590, 0.285), (0.500, 0.235)),
    joints=(0.530, 0.225),
    grip=(0.033, 0.047),
    saucer=((0, 0.034), (0.20, 0.032), (0.385, 0.026), (0.398, 0.004), (0.410, 0.0), (0.428, 0.0), (0.440, 0.008),
            (0.452, 0.030), (0.520, 0.056), (0.620, 0.098), (0.710, 0.143), (0.762, 0.170), (0.773, 0.181),
            (0.771, 0.193), (0.757, 0.195), (0.700, 0.169), (0.610, 0.125), (0.515, 0.086), (0.430, 0.066),
            (0.350, 0.060), (0.305, 0.064), (0.290, 0.070), (0.278, 0.068), (0.268, 0.058), (0.250, 0.054),
            (0.12, 0.053), (0, 0.053)))

ESPRESSO = Shape(
    outside=((0, 0.026), (0.07, 0.026), (0.128, 0.024), (0.136, 0.006), (0.144, 0.0), (0.160, 0.0), (0.168, 0.008),
             (0.174, 0.026), (0.200, 0.048), (0.245, 0.100), (0.277, 0.180), (0.296, 0.280), (0.306, 0.390),
             (0.310, 0.490), (0.310, 0.530), (0.306, 0.541)),
    inside=((0.297, 0.543), (0.287, 0.536), (0.280, 0.518), (0.272, 0.420), (0.260, 0.310), (0.238, 0.210),
            (0.200, 0.138), (0.140, 0.098), (0.070, 0.086), (0, 0.083)),
    handle=((0.405, 0.465), (0.480, 0.415), (0.484, 0.330), (0.425, 0.250), (0.355, 0.205)),
    joints=(0.445, 0.195),
    grip=(0.027, 0.036),
    saucer=((0, 0.028), (0.15, 0.028), (0.285, 0.024), (0.296, 0.004), (0.306, 0.0), (0.322, 0.0), (0.332, 0.008),
            (0.342, 0.026), (0.400, 0.050), (0.480, 0.088), (0.550, 0.122), (0.586, 0.142), (0.595, 0.152),
            (0.593, 0.162), (0.581, 0.164), (0.530, 0.142), (0.460, 0.104), (0.390, 0.072), (0.320, 0.055),
            (0.250, 0.051), (0.222, 0.054), (0.212, 0.058), (0.203, 0.056), (0.196, 0.049), (0.180, 0.045),
            (0.09, 0.045), (0, 0.045)))

WELL_HEIGHT = {CAPPUCCINO: 0.054, ESPRESSO: 0.045}  # where a cup's foot stands in its saucer


def stand(surface, shape=CAPPUCCINO, at=(0, 0, 0), handle_turn=-0.6, saucer_surface=None, saucer=True, handle=True):
    """Cup on saucer; returns (cup, saucer or None). `handle_turn` is the handle's direction about z, 0 along +x."""
    x, y, z = at
    plate = make_saucer(saucer_surface or surface, shape, at) if saucer else None
    lift = WELL_HEIGHT[shape] if saucer else 0.0
    return make_cup(surface, shape, (x, y, z + lift), handle_turn, handle), plate


def make_saucer(surface, shape=CAPPUCCINO, at=(0, 0, 0)):
    return _unround(studio.lathe("saucer", shape.saucer, surface, at, WALL_STEPS), 0.0025)


def make_cup(surface, shape=CAPPUCCINO, at=(0, 0, 0), handle_turn=-0.6, handle=True):
    """One mesh: the thrown body and its handle, whose ends flare out into the wall as slip-joined handles do."""
    body = studio.lathe("cup", shape.outside + shape.inside, surface, at, WALL_STEPS)
    body.rotation_euler.z = handle_turn
    if handle:
        _graft(body.data, _handle(shape))
    _mark_inside(body.data, shape)
    return _unround(body, 0.0015)


def fill(surface, level, shape=CAPPUCCINO, at=(0, 0, 0), saucer=True, dome=0.0, meniscus=0.007):
    """The surface of a drink, `level` high in the cup, that creeps up the wall; `dome` lifts its middle (foam).

    `at` is where the cup (or its saucer) stands, as for `stand`. The object's origin is the middle of the surface.
    """
    radius = shape.wall(level)
    slope = shape.wall(level + meniscus) - radius
    arch = [(radius * part, dome * (1 - part * part)) for part in (0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.87)]
    edge = [(radius - 0.020, 0.0), (radius - 0.009, 0.0012), (radius - 0.003, 0.0035),
            (radius + slope + 0.002, meniscus)]
    x, y, z = at
    z += level + (WELL_HEIGHT[shape] if saucer else 0)
    return studio.lathe("drink", arch + edge, surface, (x, y, z), WALL_STEPS)


def _mark_inside(mesh, shape):
    """Notes as attribute "inside" which part of the glaze the drink touches, for stains."""
    floor, top = shape.inside[-1][1], shape.inside[1][1]
    mark = mesh.attributes.new("inside", "FLOAT", "POINT")
    for corner, value in zip(mesh.vertices, mark.data):
        x, y, z = corner.co
        wet = floor - 0.004 < z < top and math.hypot(x, y) < shape.wall(max(z, floor)) + 0.006
        value.value = 1.0 if wet else 0.0


def _radius_at(profile, height):
    for (r0, h0), (r1, h1) in zip(profile, profile[1:]):
        if min(h0, h1) <= height <= max(h0, h1) and h0 != h1:
            return r0 + (r1 - r0) * (height - h0) / (h1 - h0)
    raise ValueError(f"no wall at height {height}")


def _unround(made, amount):
    """Fired clay is never quite round: a slow oval and a faint lean of the rim, growing with radius and height."""
    for corner in made.data.vertices:
        angle = math.atan2(corner.co.y, corner.co.x)
        swing = amount * (math.sin(2 * angle + 0.7) + 0.5 * math.sin(3 * angle + 2.1))
        corner.co.x *= 1 + swing
        corner.co.y *= 1 + swing
        corner.co.z *= 1 + 0.6 * swing
    return made


def _handle(shape, rings=44, around=20):
    """A swept handle in the xz plane; at both ends it widens like a trumpet to meet the wall tangentially."""
    starts = [(_radius_at(shape.outside, height), height) for height in shape.joints]
    points = [Vector((starts[0][0], 0, starts[0][1])), *(Vector((x, 0, z)) for x, z in shape.handle),
              Vector((starts[1][0], 0, starts[1][1]))]
    line = _spline(points, rings)
    lengths = [0.0]
    for before, after in zip(line, line[1:]):
        lengths.append(lengths[-1] + (after - before).length)
    total, (thick, wide), flare = lengths[-1], shape.grip, 1.5 * shape.grip[1]
    form, loops = bmesh.new(), []
    for index, middle in enumerate(line):
        ahead = (line[min(index + 1, rings - 1)] - line[max(index - 1, 0)]).normalized()
        up = Vector((0, 1, 0)).cross(ahead).normalized()
        near = min(lengths[index], total - lengths[index])
        open_by = max(0.0, 1 - near / flare)
        extra = flare * 0.55 * (1 - math.sqrt(max(0.0, 1 - open_by * open_by)))
        slim = 1 - 0.12 * math.sin(math.pi * lengths[index] / total)
        start = starts[0] if index < rings / 2 else starts[1]
        section = thick * slim + extra, wide * slim + extra
        loops.append([_on_section(form, shape, middle, up, 2 * math.pi * step / around, *section, start[0], open_by)
                      for step in range(around)])
    for loop, following in zip(loops, loops[1:]):
        for step in range(around):
            form.faces.new((loop[step], loop[(step + 1) % around], following[(step + 1) % around], following[step]))
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    mesh = bpy.data.meshes.new("handle")
    form.to_mesh(mesh)
    form.free()
    return mesh


def _on_section(form, shape, middle, up, angle, thick, wide, joint_radius, open_by):
    """One corner of the handle's oval section, drawn back onto the round wall where the handle ends."""
    place = middle + up * (thick * math.cos(angle)) + Vector((0, wide * math.sin(angle), 0))
    wall_radius = _radius_at(shape.outside, place.z)
    place.x -= open_by * (joint_radius - math.sqrt(max(0.0, wall_radius ** 2 - place.y ** 2)))
    place.x -= 0.008 * open_by ** 4  # the last ring dives just below the glaze
    return form.verts.new(place)


def _spline(points, count):
    """`count` places on a smooth (Catmull-Rom) line through the points."""
    padded = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    line = []
    for index in range(count):
        position = index / (count - 1) * (len(points) - 1)
        part = min(int(position), len(points) - 2)
        t, (a, b, c, d) = position - part, padded[part:part + 4]
        square, cube = 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d
        line.append(0.5 * (2 * b + (c - a) * t + square * t ** 2 + cube * t ** 3))
    return line


def _graft(mesh, other):
    """Adds another mesh's corners and faces to a mesh."""
    form = bmesh.new()
    form.from_mesh(mesh)
    form.from_mesh(other)
    form.to_mesh(mesh)
    form.free()
    for face in mesh.polygons:
        face.use_smooth = True
    bpy.data.meshes.remove(other)
