"""Lays things down so that they touch: in the pose in which their middle is lowest above their support."""
import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree


NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


def corners_of(thing):
    """The corners of an object as it is rendered, in its own space."""
    final = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = final.to_mesh()
    corners = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", corners)
    final.to_mesh_clear()
    return corners.reshape(-1, 3)


class Ground:
    """The height of the table and of the things on it, seen from above, over a square around `middle`."""

    def __init__(self, things, middle=(0, 0), half=1.6, spacing=0.012, ceiling=3.0, table=0.0):
        bpy.context.view_layer.update()
        graph = bpy.context.evaluated_depsgraph_get()
        trees = [(BVHTree.FromObject(thing, graph), thing.matrix_world) for thing in things]
        self.count = int(2 * half / spacing)
        self.low, self.spacing = (middle[0] - half, middle[1] - half), spacing
        self.heights = np.full((self.count, self.count), table, np.float32)
        for tree, pose in trees:
            back = pose.inverted()
            down = (back.to_3x3() @ Vector((0, 0, -1))).normalized()
            for row in range(self.count):
                for column in range(self.count):
                    above = Vector((self.low[0] + column * spacing, self.low[1] + row * spacing, ceiling))
                    hit = tree.ray_cast(back @ above, down)[0]
                    if hit is not None:
                        self.heights[row, column] = max(self.heights[row, column], (pose @ hit).z)

    def height_at(self, x, y):
        return float(self.under(np.array([[x, y, 0]], np.float32))[0])

    def under(self, points):
        """The heights below an array of points."""
        columns = np.clip((points[:, 0] - self.low[0]) / self.spacing, 0, self.count - 2)
        rows = np.clip((points[:, 1] - self.low[1]) / self.spacing, 0, self.count - 2)
        c, r = columns.astype(int), rows.astype(int)
        right, down = columns - c, rows - r
        h = self.heights
        return (h[r, c] * (1 - right) + h[r, c + 1] * right) * (1 - down) \
            + (h[r + 1, c] * (1 - right) + h[r + 1, c + 1] * right) * down


def settle(thing, ground, at, turn=0.0, lean=0.0, roll=0.0, freedom=0.5, sink=0.001):
    """Puts a thing down at `at` (x, y), turned by `turn`; it tips from `lean` and `roll` to where it lies still."""
    corners = corners_of(thing) * np.array(thing.scale, np.float32)
    middle = corners.mean(axis=0)

    def height(pose):
        turned = corners @ pose.T
        return float(np.max(ground.under(turned + np.array([*at, 0], np.float32)) - turned[:, 2]))

    def rest(tips):
        pose = np.array(_pose(turn, *tips), np.float32)
        lift = height(pose)
        return lift + float((pose @ middle)[2]), lift

    best, step = (lean, roll), freedom / 2
    (energy, lift) = rest(best)
    while step > 0.004:
        moved = False
        for along, across in NEIGHBOURS:
            trial = (best[0] + step * along, best[1] + step * across)
            if abs(trial[0] - lean) > freedom or abs(trial[1] - roll) > freedom:
                continue
            found, trial_lift = rest(trial)
            if found < energy - 1e-5:
                best, energy, lift, moved = trial, found, trial_lift, True
        step = step if moved else step / 2
    thing.rotation_euler = _pose(turn, *best).to_euler()
    thing.location = (at[0], at[1], lift - sink)
    return thing


def _pose(turn, lean, roll):
    return Matrix.Rotation(turn, 3, "Z") @ Matrix.Rotation(-lean, 3, "Y") @ Matrix.Rotation(roll, 3, "X")
