"""A gas ring: cast-iron pan support, burner with its crown of ports, low blue flames, black enamel below.

The fingers of the support carry a pot at z = 0; the enamel lies at z = -DEPTH.
"""
import math
import random

import bmesh
import bpy
from mathutils import Vector

import studio

DEPTH = 0.46
PORTS = 28
PORT_RADIUS, PORT_HEIGHT = 0.385, -0.235
FINGER_REACH, FINGER_INNER = 0.98, 0.17


def ring(turn=0.0, seed=6):
    """Everything under the pot; `turn` turns the support about z."""
    studio.table(enamel(), size=30).location.z = -DEPTH
    _burner()
    _support(turn)
    flames(random.Random(seed))


def enamel():
    """Black stove enamel: deep gloss, wiped in arcs, a few dried splashes."""
    made = studio.material("enamel", (0.012, 0.011, 0.011), 0.15, Specular=0.5)
    nodes = studio.Nodes(made)
    wiped = nodes.noise(1.3, detail=7, distortion=2.2)
    splash = nodes.smooth(nodes.cells(2.6), 0.03, 0.10, 1.0, 0.0)
    nodes.roughness(nodes.multiply_add(splash, 0.35, nodes.multiply_add(wiped, 0.42, 0.02)))
    nodes.color(nodes.mix(nodes.math("MULTIPLY", splash, 0.5), (0.012, 0.011, 0.011), (0.05, 0.03, 0.018)))
    nodes.bump(nodes.noise(2.2, detail=2), strength=0.12, distance=0.04)
    return made


def cast_iron():
    """Sand-cast and seasoned: pitted, black-brown, greasy where pans have slid."""
    made = studio.material("cast iron", (0.02, 0.018, 0.016), 0.5, Specular=0.5)
    nodes = studio.Nodes(made)
    pits = nodes.noise(42, detail=5, roughness=0.6)
    worn = nodes.noise(3.0, detail=6, distortion=0.6)
    nodes.color(nodes.ramp(worn, (0.011, 0.0095, 0.0085), (0.042, 0.032, 0.025), 0.35, 0.75))
    nodes.roughness(nodes.multiply_add(worn, -0.30, 0.66))
    nodes.bump(pits, strength=0.55, distance=0.014)
    return made


def _burner():
    """A steel seat, a spreader with its ports, a domed black cap."""
    metal, cap = studio.steel(brushed=0.2, base=0.38), cast_iron()
    studio.lathe("burner seat", [(0.56, -DEPTH), (0.55, -DEPTH + 0.03), (0.50, -DEPTH + 0.05), (0.40, -DEPTH + 0.055),
                                 (0.37, -DEPTH + 0.07), (0.365, PORT_HEIGHT - 0.05), (0.38, PORT_HEIGHT - 0.035),
                                 (PORT_RADIUS, PORT_HEIGHT - 0.02), (PORT_RADIUS, PORT_HEIGHT + 0.02),
                                 (0.37, PORT_HEIGHT + 0.03), (0.30, PORT_HEIGHT + 0.03)], metal)
    studio.lathe("burner cap", [(0.33, PORT_HEIGHT + 0.026), (0.392, PORT_HEIGHT + 0.028), (0.400, PORT_HEIGHT + 0.036),
                                (0.398, PORT_HEIGHT + 0.050), (0.385, PORT_HEIGHT + 0.060), (0.25, PORT_HEIGHT + 0.075),
                                (0, PORT_HEIGHT + 0.08)], cap)


def _support(turn):
    """Four fingers towards the middle, on a round bar; each finger bends down to a foot on the enamel."""
    iron = cast_iron()
    for index in range(4):
        angle = turn + index * math.pi / 2
        finger = _bar(iron, [(FINGER_INNER, -0.052), (0.30, -0.050), (0.62, -0.050), (0.86, -0.052), (0.97, -0.075),
                             (FINGER_REACH + 0.03, -0.15), (FINGER_REACH + 0.05, -0.30), (FINGER_REACH + 0.06, -DEPTH)])
        finger.rotation_euler.z = angle
    bpy.ops.mesh.primitive_torus_add(major_radius=0.80, minor_radius=0.036, major_segments=96, minor_segments=20,
                                     location=(0, 0, -0.085))
    bpy.context.object.data.materials.append(iron)
    bpy.ops.object.shade_smooth()


def _bar(surface, path, half_width=0.034, half_height=0.050, around=20):
    """A cast bar of rounded section along points (x, z)."""
    form, mesh, rows = bmesh.new(), bpy.data.meshes.new("finger"), []
    points = [Vector((x, 0, z)) for x, z in path]
    for index, point in enumerate(points):
        along = (points[min(index + 1, len(points) - 1)] - points[max(index - 1, 0)]).normalized()
        up = along.cross(Vector((0, -1, 0)))
        slim = 0.72 if index == 0 else 1.0
        row = []
        for step in range(around):
            c, s = math.cos(2 * math.pi * step / around), math.sin(2 * math.pi * step / around)
            scale = slim * (abs(c) ** 4 + abs(s) ** 4) ** -0.25
            row.append(form.verts.new(point + Vector((0, c * half_width * scale, 0)) + up * s * half_height * scale))
        rows.append(row)
    for near, far in zip(rows, rows[1:]):
        for step in range(around):
            form.faces.new((near[step], near[(step + 1) % around], far[(step + 1) % around], far[step]))
    form.faces.new(rows[0])
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("finger", mesh)
    smooth = made.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    return made


# --- flames ----------------------------------------------------------------------------------------

def flames(pick):
    """Two skins at each port: a short bright cone inside a faint longer mantle that licks outwards and up."""
    inner, mantle = _fire("inner cone", (0.10, 0.42, 1.0), 2.6, 0.85), _fire("mantle", (0.12, 0.20, 1.0), 0.5, 0.35)
    for index in range(PORTS):
        angle = 2 * math.pi * (index + pick.uniform(-0.06, 0.06)) / PORTS
        tall = pick.uniform(0.85, 1.15)
        _tongue(inner, angle, reach=0.052 * tall, rise=0.060 * tall, width=0.017)
        _tongue(mantle, angle, reach=0.085 * tall, rise=0.155 * tall, width=0.027)


def _tongue(surface, angle, reach, rise, width, rings=10, around=12):
    """A tapering horn from a port: it leaves outwards and turns up."""
    form, mesh, rows = bmesh.new(), bpy.data.meshes.new("flame"), []
    across = Vector((-math.sin(angle), math.cos(angle), 0))
    out = Vector((math.cos(angle), math.sin(angle), 0))
    for ring_index in range(rings + 1):
        t = ring_index / rings
        away = PORT_RADIUS - 0.004 + reach * math.sin(t * math.pi / 2)
        middle = out * away + Vector((0, 0, PORT_HEIGHT + rise * t ** 1.6))
        thick = width * (0.62 + 1.1 * t) * (1 - t ** 2.2)
        normal = out * math.sin(t * math.pi / 2) * -1 + Vector((0, 0, 1)) * math.cos(t * math.pi / 2)
        rows.append([form.verts.new(middle + (across * math.cos(a) + normal * math.sin(a)) * (thick + 1e-4)) for a in
                     (2 * math.pi * step / around for step in range(around))])
    for near, far in zip(rows, rows[1:]):
        for step in range(around):
            form.faces.new((near[step], near[(step + 1) % around], far[(step + 1) % around], far[step]))
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("flame", mesh)
    made.visible_shadow = False
    return made


def _fire(name, color, strength, solidity):
    """Burning gas: light without a surface, brightest at its edge, where the eye looks through most of it."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.cycles.sample_as_light = False
    nodes = studio.Nodes(made)
    nodes.tree.nodes.remove(nodes.shader)
    clear, light, both = nodes.new("BsdfTransparent"), nodes.new("Emission"), nodes.new("AddShader")
    facing = nodes.new("LayerWeight").outputs["Facing"]
    light.inputs["Color"].default_value = (*color, 1)
    nodes.set(light.inputs["Strength"], nodes.multiply_add(nodes.math("POWER", facing, 2.0), strength * solidity,
                                                           strength * (1 - solidity)))
    nodes.set(both.inputs[0], clear.outputs[0])
    nodes.set(both.inputs[1], light.outputs[0])
    nodes.set(nodes.output.inputs["Surface"], both.outputs[0])
    return made
