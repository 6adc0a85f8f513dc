"""A small brass coffee scoop: a half-open trough with a domed back, a slanting mouth and a turned handle."""
import math

import bmesh
import bpy
import studio
from mathutils import Euler, Vector

LENGTH, RADIUS, METAL = 0.78, 0.255, 0.011      # of the trough, in decimetres
HANDLE = ((0.0, 0.030), (0.06, 0.036), (0.10, 0.027), (0.25, 0.031), (0.42, 0.040), (0.55, 0.043), (0.62, 0.036), (0.645, 0.0))


def scoop(surface, at=(0, 0, 0), turn=0.0, handle_surface=None, pitch=0.0):
    """Lies on its belly with the mouth along +x and the handle behind; returns (trough, handle)."""
    trough = _trough(surface)
    trough.location, trough.rotation_euler = at, Euler((0, pitch, turn))
    thick = trough.modifiers.new("metal", "SOLIDIFY")
    thick.thickness, thick.offset = METAL, -1
    round_off = trough.modifiers.new("bevel", "SUBSURF")
    round_off.levels = round_off.render_levels = 2
    handle = studio.lathe("scoop handle", [(radius, length) for length, radius in ((0, 0), *HANDLE)],
                          handle_surface or surface, steps=40)
    handle.parent = trough
    handle.location, handle.rotation_euler = (-0.02, 0, RADIUS * 1.12), (0, -math.radians(76), 0)
    return trough, handle


def _trough(surface, along=30, around=28):
    """Rows of corners from the domed back to the mouth; each row is an arc open at the top."""
    form, rows = bmesh.new(), []
    for index in range(along + 1):
        part = index / along
        x = LENGTH * part
        dome = min(1.0, (x + 0.004) / (RADIUS * 0.85))
        radius = RADIUS * math.sqrt(1 - (1 - dome) ** 2) * (1 + 0.06 * part)
        half = math.radians(180 * _lip(part))
        rows.append([form.verts.new((x + 0.05 * (1 - math.cos(angle)) * (part - 0.3), radius * math.sin(angle),
                                     RADIUS - radius * math.cos(angle)))
                     for angle in (-half + 2 * half * step / around for step in range(around + 1))])
    for row, following in zip(rows, rows[1:]):
        for step in range(around):
            form.faces.new((row[step], row[step + 1], following[step + 1], following[step]))
    bmesh.ops.remove_doubles(form, verts=form.verts, dist=0.002)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    mesh = bpy.data.meshes.new("scoop")
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    return studio.put("scoop", mesh)


def _lip(part):
    """How much of the full round the sheet covers: closed at the back, a deep trough, low and rounded at the mouth."""
    if part < 0.22:
        return 0.98 - 0.30 * (part / 0.22) ** 2
    if part < 0.72:
        return 0.68 - 0.10 * (part - 0.22) / 0.5
    fall = (part - 0.72) / 0.28
    return 0.58 * math.sqrt(max(0.02, 1 - 0.94 * fall * fall))


def inside(turn, at, along, up=0.12):
    """A place in the trough, `along` of the way to its mouth, for dropping beans."""
    return Vector(at) + Vector((math.cos(turn), math.sin(turn), 0)) * (along * LENGTH) + Vector((0, 0, up))
