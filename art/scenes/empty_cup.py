"""Not found, 4:3: an emptied cup with its dried line, a ring on the paper napkin, and the one bean that is left."""
import math
import os
import sys

import bmesh
import bpy
from mathutils import Matrix, Vector, noise

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import beans, cup, spoon, stains

CAMERA, LOOK_AT = (-0.32, -3.05, 4.75), (-0.30, 0.0, 0.16)
CUP_AT, CUP_HANDLE = (0.32, 0.20, studio.CLOTH_TOP), math.radians(-28)
NAPKIN_AT, NAPKIN_TURN, NAPKIN_SIDE = (-0.90, -0.26, studio.CLOTH_TOP + 0.004), math.radians(14), 1.35
FOOT = 0.232                    # radius of the wet foot ring
RING = (-0.10, -0.06)           # of its print, from the napkin's middle


def paper_napkin(surface):
    """A thin square of tissue with an embossed border, one corner curling up."""
    form, mesh = bmesh.new(), bpy.data.meshes.new("paper napkin")
    bmesh.ops.create_grid(form, x_segments=110, y_segments=110, size=NAPKIN_SIDE / 2)
    for corner in form.verts:
        x, y, _ = corner.co
        curl = max(0.0, (y - x) / NAPKIN_SIDE - 0.70)
        corner.co.z = 0.012 * abs(noise.noise((x * 1.6, y * 1.6, 2.0))) + 0.35 * curl * curl
        corner.co.x += 0.35 * curl * curl + 0.010 * noise.noise((y * 2.5, 0, 4))
        corner.co.y -= 0.35 * curl * curl - 0.010 * noise.noise((x * 2.5, 0, 7))
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("paper napkin", mesh, NAPKIN_AT)
    made.rotation_euler.z = NAPKIN_TURN
    made.modifiers.new("thickness", "SOLIDIFY").thickness = 0.004
    return made


def tissue():
    """White tissue paper with rows of pressed dots along its edges."""
    made = studio.paper((0.80, 0.765, 0.70))
    nodes = studio.Nodes(made)
    x, y, _ = nodes.split(nodes.coordinates)
    edge = nodes.math("MAXIMUM", nodes.math("ABSOLUTE", x), nodes.math("ABSOLUTE", y))
    from_border = nodes.math("ABSOLUTE", nodes.math("SUBTRACT", edge, NAPKIN_SIDE / 2 - 0.075))
    border = nodes.smooth(from_border, 0.030, 0.034, 1.0, 0.0)
    dots = nodes.smooth(nodes.cells(55, randomness=0.0), 0.16, 0.34, 1.0, 0.0)
    crepe = nodes.noise(40, detail=3, stretch=(1, 0.25, 1))
    nodes.bump(nodes.multiply_add(nodes.times(border, dots), -1.0, nodes.times(crepe, 0.25)), 0.6, 0.012)
    second = RING[0] + 0.35, RING[1] + 0.27, FOOT, 0.8
    return stains.foot_rings(made, [(*RING, FOOT, 1.6), second], [(0.27, -0.33, 0.022), (0.33, -0.27, 0.011)])


def drunk_up():
    """The cup, its stains inside, on a saucer with the trace of a slip."""
    x, y, z = CUP_AT
    stained = stains.drunk_up(studio.china(), face_turn=-CUP_HANDLE)
    cup.make_cup(stained, at=(x, y, z + cup.WELL_HEIGHT[cup.CAPPUCCINO]), handle_turn=CUP_HANDLE)
    cup.make_saucer(stains.foot_rings(studio.china(), [(0.035, -0.06, 0.345, 0.9)], [(-0.52, -0.17, 0.020)]), at=CUP_AT)
    spoon.tea_spoon(studio.steel(), at=(-0.10, -0.43, z + 0.145), turn=0.20)


def last_bean():
    """In the middle of the wet ring, as if it had been served."""
    napkin = Matrix.Translation(NAPKIN_AT) @ Matrix.Rotation(NAPKIN_TURN, 4, "Z")
    place = napkin @ Vector((RING[0] + 0.03, RING[1], 0.004))
    beans.place(beans.meshes(variants=2)[1], place, turn=0.6, crease_up=True, roll=0.12)


path, width, height, samples = studio.arguments(1200, 900, 96)
studio.open_studio(width, height, samples, exposure=0.05)
studio.table(studio.walnut())
studio.linen_cloth(studio.linen(color=(0.72, 0.655, 0.55)), size=(9, 7), at=(0, 0.3, 0), turn=0.12, folds=16,
                   height=0.13, seed=5, flat=[(*CUP_AT[:2], 0.85), (*NAPKIN_AT[:2], 0.95)])
drunk_up()
paper_napkin(tissue())
last_bean()
studio.window_light(strength=0.6, fill=0.45, kicker=0.4, from_angle=148, sun=2.2, sun_height=34)
studio.camera(CAMERA, LOOK_AT, lens=65, fstop=4, focus=(0.1, -0.1, 0.3))
studio.take(path)
