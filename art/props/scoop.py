"""A shop scoop: a trough of beaten brass, open in front, on a turned wooden handle with a ferrule.

The trough's floor lies at z = 0 and opens towards +x; the handle leaves along -x and rises a little.
"""
import math

import bmesh
import bpy
from mathutils import Vector, noise

import studio

LENGTH, HALF_WIDTH, HEIGHT = 0.98, 0.30, 0.27       # of the trough
BACK = 0.22                                         # how much of its length the rounded back takes
HANDLE_RISE = math.radians(14)


def scoop(at=(0, 0, 0), turn=0.0, pitch=0.0, roll=0.0, metal=None, wood=None):
    """Returns (stand, trough, [other parts]); turning or moving the stand moves all."""
    stand = studio.put("scoop", None, at)
    stand.rotation_euler = (roll, pitch, turn)
    metal, wood = metal or beaten_brass(), wood or studio.walnut(plank=9, tone=1.3, polish=0.6)
    trough = _trough(metal)
    rest = _handle(metal, wood)
    for part in (trough, *rest):
        part.parent = stand
    return stand, trough, rest


def beaten_brass():
    """Old brass: hammered, polished by hands on its heights, brown in its hollows, scratched by beans."""
    made = studio.material("beaten brass", (0.6, 0.4, 0.16), 0.3, Metallic=1.0)
    nodes = studio.Nodes(made)
    dents = nodes.smooth(nodes.cells(8.5, feature="SMOOTH_F1"), 0.0, 0.75)
    tarnish = nodes.noise(2.6, detail=8, distortion=0.8, roughness=0.6)
    scratch = nodes.noise(1.0, detail=4, stretch=(5, 60, 60))
    nodes.color(nodes.ramp(tarnish, (0.30, 0.175, 0.065), (0.69, 0.47, 0.20), 0.30, 0.62))
    nodes.roughness(nodes.multiply_add(tarnish, -0.34, nodes.multiply_add(scratch, 0.22, 0.36)))
    first = nodes.bump(dents, strength=0.35, distance=0.035)
    nodes.bump(scratch, strength=0.08, distance=0.008, under=first)
    return made


def _trough(surface, along=44, across=40):
    """A sheet bent to a U whose sides slope down towards the open front and close round at the back."""
    form, mesh, rows = bmesh.new(), bpy.data.meshes.new("trough"), []
    for step in range(along + 1):
        part = step / along
        back = min(1.0, part / BACK)
        closing = math.sqrt(max(0.0, 1 - (1 - back) ** 2))
        row = []
        for index in range(across + 1):
            angle = math.pi * (index / across - 0.5)
            side, up = math.sin(angle), 1 - math.cos(angle)
            width = HALF_WIDTH * (0.86 + 0.14 * part) * (0.10 + 0.90 * closing)
            rise = HEIGHT * up * (1.0 - 0.10 * part) + HEIGHT * (1 - closing) * 0.55
            x = LENGTH * (part - 0.26 * part * up ** 1.3)      # the sides are cut back in front
            place = Vector((x, side * width, rise * (0.35 + 0.65 * closing) + HEIGHT * 0.35 * (1 - closing)))
            row.append(form.verts.new(place + noise.noise_vector(place * 4) * 0.006))
        rows.append(row)
    for near, far in zip(rows, rows[1:]):
        for index in range(across):
            form.faces.new((near[index], near[index + 1], far[index + 1], far[index]))
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("trough", mesh)
    sheet = made.modifiers.new("sheet", "SOLIDIFY")
    sheet.thickness, sheet.offset = 0.014, 0
    edge = made.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method, edge.angle_limit = 0.005, 2, "ANGLE", math.radians(50)
    smooth = made.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 1
    return made


def _handle(metal, wood):
    """Ferrule, wood and end button, turned about their own axis and laid along the handle."""
    ferrule = studio.lathe("ferrule", [(0.055, -0.03), (0.085, 0.0), (0.082, 0.015), (0.064, 0.05), (0.060, 0.14),
                                       (0.064, 0.146), (0.064, 0.162), (0.058, 0.168)], metal, steps=48)
    grip = studio.lathe("grip", [(0.052, 0.15), (0.057, 0.164), (0.052, 0.20), (0.058, 0.32), (0.076, 0.50),
                                 (0.083, 0.62), (0.076, 0.74), (0.060, 0.83), (0.056, 0.86), (0.066, 0.90),
                                 (0.071, 0.93), (0.062, 0.965), (0.035, 0.985), (0, 0.99)], wood, steps=48)
    for part in (ferrule, grip):
        part.location = (0.03, 0, 0.175)
        part.rotation_euler = (0, -(math.pi / 2 - HANDLE_RISE), 0)
    return [ferrule, grip]
