"""A tea spoon: an egg-shaped bowl, a slender neck, a handle that widens and droops; bevelled by its subdivision."""
import math

import bmesh
import bpy
import studio
from mathutils import Euler

RIM = 0.85                          # how high the bowl's rim stands all around, of its depth
LENGTH, BOWL = 1.36, 0.46           # decimetres: the whole spoon, its bowl
BOWL_WIDTH, NECK_WIDTH, END_WIDTH = 0.300, 0.050, 0.125
BOWL_DEPTH, METAL = 0.060, 0.013
TIP, ROUND_END = 0.014, 0.008       # half the width of the very tip; nearer to an end than this there is no more form


def tea_spoon(surface, at=(0, 0, 0), turn=0.0, lean=0.0, roll=0.0, size=1.0):
    """The bowl's tip lies at the origin, the handle along +x; `lean` lifts the handle, `roll` turns it on its side."""
    steps, across = 72, 12
    form, rows = bmesh.new(), []
    stations = [0.5 * (1 - math.cos(math.pi * index / steps)) * LENGTH for index in range(steps + 1)]
    for along in [0.0, *(place for place in stations if ROUND_END < place < LENGTH - ROUND_END), LENGTH]:
        half = max(TIP, _width(along) / 2)
        rows.append([form.verts.new((along, half * side, _spine(along) + _hollow(along, side)))
                     for side in (-1 + 2 * step / across for step in range(across + 1))])
    for row, following in zip(rows, rows[1:]):
        for step in range(across):
            form.faces.new((row[step], following[step], following[step + 1], row[step + 1]))
    mesh = bpy.data.meshes.new("tea spoon")
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("tea spoon", mesh, at)
    made.rotation_euler = Euler((roll, -lean, turn))
    made.scale = (size, size, size)
    thick = made.modifiers.new("metal", "SOLIDIFY")
    thick.thickness, thick.offset = METAL, 1
    round_off = made.modifiers.new("bevel", "SUBSURF")
    round_off.levels = round_off.render_levels = 2
    return made


def _width(along):
    bowl = along / BOWL
    if bowl < 1:
        egg = BOWL_WIDTH * math.sqrt(max(0.0, 1 - (2 * bowl - 1) ** 2)) * (1.06 - 0.18 * bowl)
        return max(egg, NECK_WIDTH * _soft(bowl, 0.6, 1.0))
    part = (along - BOWL) / (LENGTH - BOWL)
    handle = NECK_WIDTH + (END_WIDTH - NECK_WIDTH) * part ** 1.5
    return handle * math.sqrt(max(0.0, 1 - _soft(part, 0.93, 1.0) ** 2))


def _spine(along):
    """The height of the middle line: the bowl's floor, up at the neck, a long slow arch down to the handle's end."""
    bowl = along / BOWL
    if bowl < 1:
        return BOWL_DEPTH * (2 * bowl - 1) ** 2 * (RIM if bowl < 0.5 else RIM + 0.55 * (bowl - 0.5))
    part = (along - BOWL) / (LENGTH - BOWL)
    rise = 1.125 * BOWL_DEPTH
    return rise + 0.10 * math.sin(math.pi * part * 0.82) - 0.028 * part ** 3


def _hollow(along, side):
    """How far the sides stand above the middle line: a bowl in front, a faint ridge-and-groove along the handle."""
    bowl = along / BOWL
    if bowl < 1:
        return BOWL_DEPTH * RIM * side * side * (1 - (2 * bowl - 1) ** 2)
    return 0.006 * side * side


def _soft(value, start, end):
    part = min(1.0, max(0.0, (value - start) / (end - start)))
    return part * part * (3 - 2 * part)
