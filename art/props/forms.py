"""Shapes that several props share: turned walls with rounded corners, rounded blocks, meshes with attributes."""
import math

import bpy
import numpy
from mathutils import Vector, noise
from mathutils.bvhtree import BVHTree

FULL_TURN = 2 * math.pi


def rounded(corners, step=0.03):
    """A smooth line of (radius, height) points through `(radius, height, fillet)` corners."""
    points = [Vector(corner[:2]) for corner in corners]
    line = [points[0]]
    for before, corner, after, fillet in zip(points, points[1:], points[2:], [c[2] for c in corners[1:-1]]):
        line.extend(_fillet(before, corner, after, fillet))
    line.append(points[-1])
    return _subdivided(line, step)


def _fillet(before, corner, after, fillet, steps=6):
    if fillet <= 0:
        return [corner]
    reach = min(fillet, (before - corner).length * 0.49, (after - corner).length * 0.49)
    start, end = corner + (before - corner).normalized() * reach, corner + (after - corner).normalized() * reach
    curve = []
    for index in range(steps + 1):
        t = index / steps
        curve.append(start * (1 - t) ** 2 + corner * 2 * t * (1 - t) + end * t ** 2)
    return curve


def _subdivided(line, step):
    full = [line[0]]
    for first, second in zip(line, line[1:]):
        pieces = max(1, math.ceil((second - first).length / step))
        full.extend(first.lerp(second, index / pieces) for index in range(1, pieces + 1))
    return [tuple(point) for point in full]


def revolve(name, profile, surfaces, segments=128, slot=None, uneven=0.0, seed=0):
    """A mesh turned about z from (radius, height) points; the left hand of the line is its outside when it climbs.

    `slot(index)` chooses the material of the band between points index and index + 1. `uneven` is how far the wall
    wanders from the true form. The UV map runs once around (u) and by height in decimetres (v).
    """
    corners, faces, slots = [], [], []
    for radius, height in profile:
        for turn in range(segments):
            angle = FULL_TURN * turn / segments
            corners.append(_wander(Vector((radius * math.cos(angle), radius * math.sin(angle), height)), uneven, seed))
    for band in range(len(profile) - 1):
        for turn in range(segments):
            following = (turn + 1) % segments
            faces.append((band * segments + turn, band * segments + following,
                          (band + 1) * segments + following, (band + 1) * segments + turn))
            slots.append(slot(band) if slot else 0)
    made = mesh(name, corners, faces, surfaces, slots)
    _wrap_uv(made, segments)
    return made


def _wander(point, uneven, seed):
    if not uneven:
        return point
    drift = noise.noise(Vector((point.x * 2.3, point.y * 2.3, point.z * 1.3 + seed * 17.1)))
    around = Vector((point.x, point.y, 0))
    return point + around.normalized() * drift * uneven if around.length > 1e-6 else point


def _wrap_uv(made, segments):
    layer = made.uv_layers.new(name="wrap")
    for face in made.polygons:
        for loop in face.loop_indices:
            corner = made.loops[loop].vertex_index
            turn = corner % segments
            if turn == 0 and face.vertices[0] % segments == segments - 1:
                turn = segments
            layer.data[loop].uv = (turn / segments, made.vertices[corner].co.z)


def mesh(name, corners, faces, surfaces, slots=None, smooth=True):
    made = bpy.data.meshes.new(name)
    made.from_pydata([tuple(corner) for corner in corners], [], [tuple(face) for face in faces])
    for surface in surfaces if isinstance(surfaces, (list, tuple)) else [surfaces]:
        made.materials.append(surface)
    if slots is not None:
        made.polygons.foreach_set("material_index", slots)
    made.polygons.foreach_set("use_smooth", [smooth] * len(made.polygons))
    made.update()
    return made


def note(made, name, values):
    """Writes one number per vertex, for a material's Attribute node."""
    made.attributes.new(name, "FLOAT", "POINT").data.foreach_set("value", numpy.asarray(values, dtype=numpy.float32))


def block(name, size, surface, random, edge=0.2, lumps=0.05, cuts=10):
    """A block with worn edges and slightly lumpy faces, like an ice cube or a broken bit of stone.

    `edge` is the share of the half size that is rounded away, `lumps` the depth of its unevenness.
    """
    corners, index, faces = [], {}, []

    def corner(point):
        key = tuple(round(value, 5) for value in point)
        if key not in index:
            index[key] = len(corners)
            corners.append(Vector(point))
        return index[key]

    for axis in range(3):
        for side in (-1, 1):
            for row in range(cuts):
                for column in range(cuts):
                    face = []
                    for u, v in ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)):
                        point = [0, 0, 0]
                        point[axis] = side
                        point[(axis + 1) % 3] = 2 * u / cuts - 1
                        point[(axis + 2) % 3] = 2 * v / cuts - 1
                        face.append(corner(point))
                    faces.append(face if side > 0 else face[::-1])
    shift = Vector((random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-50, 50)))
    half = Vector(size) / 2
    for point in corners:
        inner = Vector([max(-1 + edge, min(1 - edge, value)) for value in point])
        out = point - inner
        point.xyz = inner + (out.normalized() * edge if out.length > 1e-6 else out)
        point *= 1 + lumps * (noise.noise(point * 0.9 + shift) + 0.4 * noise.noise(point * 2.6 + shift))
        point.xyz = [value * extent for value, extent in zip(point, half)]
    return mesh(name, corners, faces, surface)


def tree_of(thing):
    """A search tree of an object's mesh in world space."""
    bpy.context.view_layer.update()
    corners = [thing.matrix_world @ corner.co for corner in thing.data.vertices]
    return BVHTree.FromPolygons(corners, [tuple(face.vertices) for face in thing.data.polygons])


def depth_in(tree, point):
    """How far inside a closed form a point lies (negative outside), and the nearest point of its surface."""
    near, normal, _, distance = tree.find_nearest(point)
    return (distance if (point - near).dot(normal) < 0 else -distance), near


def tube(name, path, radii, surface, around=24, smoothing=8, closed_ends=True):
    """A round rod of changing radius along a smooth line through `path`; UV: u around, v along (0 to 1)."""
    line = spline([Vector(point) for point in path], smoothing)
    widths = spline([Vector((radius, 0, 0)) for radius in radii], smoothing)
    corners, faces = [], []
    side = None
    for index, point in enumerate(line):
        ahead = (line[min(index + 1, len(line) - 1)] - line[max(index - 1, 0)]).normalized()
        side = (side or ahead.orthogonal()) - ahead * (side or ahead.orthogonal()).dot(ahead)
        side.normalize()
        up = ahead.cross(side)
        for step in range(around):
            angle = FULL_TURN * step / around
            corners.append(point + (side * math.cos(angle) + up * math.sin(angle)) * max(widths[index].x, 1e-4))
    for ring in range(len(line) - 1):
        for step in range(around):
            following = (step + 1) % around
            faces.append((ring * around + step, ring * around + following,
                          (ring + 1) * around + following, (ring + 1) * around + step))
    if closed_ends:
        faces.append(tuple(range(around))[::-1])
        faces.append(tuple(range(len(corners) - around, len(corners))))
    made = mesh(name, corners, faces, surface)
    note(made, "along", [index // around / (len(line) - 1) for index in range(len(corners))])
    return made


def spline(points, pieces):
    """Catmull-Rom through all points."""
    if len(points) < 3:
        return [points[0].lerp(points[-1], index / pieces) for index in range(pieces + 1)]
    padded = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    line = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for index in range(pieces):
            t = index / pieces
            line.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                               + (3 * b - 3 * c + d - a) * t ** 3))
    return line + [points[-1]]


def merged(name, pieces, surface):
    """One mesh from many (corners, faces) pieces."""
    corners, faces = [], []
    for piece_corners, piece_faces in pieces:
        start = len(corners)
        corners.extend(piece_corners)
        faces.extend(tuple(start + corner for corner in face) for face in piece_faces)
    return mesh(name, corners, faces, surface)


def ball(center, radius, around=10, rings=6):
    """Corners and faces of a small sphere, for `merged`."""
    corners = [center + Vector((0, 0, radius))]
    for ring in range(1, rings):
        tilt = math.pi * ring / rings
        corners.extend(center + radius * Vector((math.sin(tilt) * math.cos(FULL_TURN * step / around),
                                                 math.sin(tilt) * math.sin(FULL_TURN * step / around),
                                                 math.cos(tilt))) for step in range(around))
    corners.append(center - Vector((0, 0, radius)))
    faces = [(0, 1 + step, 1 + (step + 1) % around) for step in range(around)]
    for ring in range(rings - 2):
        low, high = 1 + ring * around, 1 + (ring + 1) * around
        faces.extend((low + step, high + step, high + (step + 1) % around, low + (step + 1) % around)
                     for step in range(around))
    last = len(corners) - 1
    faces.extend((last, last - around + (step + 1) % around, last - around + step) for step in range(around))
    return corners, faces
