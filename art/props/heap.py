"""Heaps of beans without a physics engine: each bean is laid where it comes to rest lowest on those before it.

The heap is kept as a height map. A bean is an ellipsoid that tilts with the ground below it; it is set down until it
touches, and its back becomes the ground for the next one. Quick, always the same, and no bean hangs in the air.
"""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

import studio
from props import beans

CELL = 0.0085                       # of the height map: a dozen to a bean's length
MIDDLE = (beans.BACK - beans.FACE) / 2      # the ellipsoid's middle above the bean's seam, for a length of 1
AXES = (0.5, beans.HALF_WIDTH, (beans.BACK + beans.FACE) / 2)
STEEPEST = math.radians(52)
NESTLE = 0.0025                     # beans press into each other's wrinkles by this much


class Ground:
    """A height map over the rectangle `half` = (x, y) around `at`."""

    def __init__(self, half, at=(0, 0), height=lambda x, y: 0.0):
        self.half, self.at = half, at
        columns, rows = (int(2 * extent / CELL) + 1 for extent in half)
        self.x = at[0] - half[0] + CELL * np.arange(columns)
        self.y = at[1] - half[1] + CELL * np.arange(rows)
        self.z = np.array([[height(x, y) for x in self.x] for y in self.y])
        self.first = self.z.copy()
        self.closed = np.zeros(self.z.shape, bool)      # where no bean may lie

    def add_thing(self, thing, closed_above=None):
        """Adds other objects to the ground, as rendered; where they are higher than `closed_above`, no bean may lie."""
        bpy.context.view_layer.update()
        graph = bpy.context.evaluated_depsgraph_get()
        form = bmesh.new()
        form.from_object(thing, graph)
        form.transform(thing.matrix_world)
        tree = BVHTree.FromBMesh(form)
        low, high = (Vector(pick(corner.co[axis] for corner in form.verts) for axis in range(3)) for pick in (min, max))
        form.free()
        for row, y in enumerate(self.y):
            for column, x in enumerate(self.x):
                if low.x <= x <= high.x and low.y <= y <= high.y:
                    hit = tree.ray_cast(Vector((x, y, high.z + 1)), Vector((0, 0, -1)))[0]
                    if hit is not None and hit.z > self.z[row, column]:
                        self.z[row, column] = hit.z
                        self.closed[row, column] |= closed_above is not None and hit.z > closed_above

    def close(self, outside):
        """No bean may lie where `outside(x, y)` is true."""
        for row, y in enumerate(self.y):
            for column, x in enumerate(self.x):
                self.closed[row, column] |= outside(x, y)

    def window(self, x, y, reach):
        """The rows and columns within `reach` of a place."""
        column, row = (x - self.x[0]) / CELL, (y - self.y[0]) / CELL
        left, right = max(0, int(column - reach / CELL)), min(len(self.x), int(column + reach / CELL) + 2)
        low, high = max(0, int(row - reach / CELL)), min(len(self.y), int(row + reach / CELL) + 2)
        return slice(low, high), slice(left, right)


def fill(ground, count, pick, kinds, size=beans.BEAN_LENGTH, spread=0.1, tries=10, where=None, search=0.12):
    """Lays `count` beans on a ground and returns them. `where(pick) -> (x, y)` says where one falls (else anywhere);
    it rolls to the lowest of `tries` places within `search`."""
    made = []
    for _ in range(count):
        if where:
            x, y = where(pick)
        else:
            x, y = (middle + pick.uniform(-extent, extent) * 0.97 for middle, extent in zip(ground.at, ground.half))
        scale = size * pick.uniform(1 - spread, 1 + spread)
        best = None
        for attempt in range(tries):
            place = (x + pick.gauss(0, search) * bool(attempt), y + pick.gauss(0, search) * bool(attempt))
            rest = _rest(ground, place, scale, pick)
            if rest and (best is None or rest[0] < best[0]):
                best = rest
        if best:
            made.append(_lay(ground, best, scale, pick.choice(kinds)))
    return made


def _rest(ground, place, scale, pick):
    """Where a bean comes to lie when set down at (x, y): (height, position, turn)."""
    x, y = place
    rows, columns = ground.window(x, y, 0.5 * scale)
    patch = ground.z[rows, columns]
    if patch.size < 40 or ground.closed[rows, columns].any():
        return None
    dx, dy = np.meshgrid(ground.x[columns] - x, ground.y[rows] - y)
    turn = _tilt(dx, dy, patch, pick)
    lower, inside = _skin(turn, dx, dy, scale, -1)
    if inside.sum() < 20:
        return None
    height = float((patch - lower)[inside].max()) - NESTLE
    return height, Vector((x, y, height)), turn


def _tilt(dx, dy, patch, pick):
    """A turn that lays the bean's flat side along the ground below it, crease up or down, a little at random."""
    near = dx * dx + dy * dy < (0.4 * beans.BEAN_LENGTH) ** 2
    level = np.c_[dx[near], dy[near], np.ones(near.sum())]
    slope_x, slope_y, _ = np.linalg.lstsq(level, patch[near], rcond=None)[0]
    normal = Vector((-slope_x + pick.gauss(0, 0.16), -slope_y + pick.gauss(0, 0.16), 1)).normalized()
    lean = normal.angle(Vector((0, 0, 1)))
    if lean > STEEPEST:
        normal = Vector((0, 0, 1)).lerp(normal, STEEPEST / lean).normalized()
    roll = pick.choice((0, math.pi)) + (pick.gauss(0, 0.5) if pick.random() < 0.3 else 0)
    upright = Vector((0, 0, 1)).rotation_difference(normal).to_matrix()
    return upright @ Matrix.Rotation(pick.uniform(0, 2 * math.pi), 3, "Z") @ Matrix.Rotation(roll, 3, "X")


def _skin(turn, dx, dy, scale, side):
    """Height of the turned ellipsoid's under (-1) or upper (+1) side over its middle, and where it has one."""
    stretch = Matrix.Diagonal([1 / (scale * axis) ** 2 for axis in AXES])
    form = np.array(turn @ stretch @ turn.transposed())
    middle = turn @ Vector((0, 0, MIDDLE * scale))
    dx, dy = dx - middle.x, dy - middle.y
    linear = form[0, 2] * dx + form[1, 2] * dy
    rest = form[0, 0] * dx * dx + 2 * form[0, 1] * dx * dy + form[1, 1] * dy * dy - 1
    under_root = linear * linear - form[2, 2] * rest
    inside = under_root > 0
    return (-linear + side * np.sqrt(np.maximum(under_root, 0))) / form[2, 2] + middle.z, inside


def _lay(ground, rest, scale, mesh):
    height, position, turn = rest
    rows, columns = ground.window(position.x, position.y, 0.5 * scale)
    dx, dy = np.meshgrid(ground.x[columns] - position.x, ground.y[rows] - position.y)
    upper, inside = _skin(turn, dx, dy, scale, 1)
    patch = ground.z[rows, columns]
    patch[inside] = np.maximum(patch, upper + height)[inside]
    bean = studio.put("bean", mesh)
    bean.matrix_world = Matrix.Translation(position) @ turn.to_4x4() @ Matrix.Scale(scale, 4)
    return bean


def floor(ground, surface=None, sink=0.02, coarse=4):
    """The ground below the beans, a little lower and dark, which shows in the gaps between them."""
    z = ground.first[::coarse, ::coarse] - sink
    rows, columns = z.shape
    corners = [(ground.x[c * coarse], ground.y[r * coarse], z[r, c]) for r in range(rows) for c in range(columns)]
    faces = [(r * columns + c, r * columns + c + 1, (r + 1) * columns + c + 1, (r + 1) * columns + c)
             for r in range(rows - 1) for c in range(columns - 1)]
    mesh = bpy.data.meshes.new("under the beans")
    mesh.from_pydata(corners, [], faces)
    mesh.materials.append(surface or studio.roasted(0.1))
    for face in mesh.polygons:
        face.use_smooth = True
    return studio.put("under the beans", mesh)
