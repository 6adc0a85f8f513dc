"""Roasted coffee beans: five meshes with the S-shaped crease, and a drop that rests them on the rendered meshes.

A bean is 1 : 0.72 : 0.5; its mesh has unit length along x, the domed back towards +z and the creased face towards -z.
"""
import math
import random

import bmesh
import bpy
import studio
from mathutils import Euler, Vector, noise

BEAN_LENGTH = 0.1           # decimetres
BACK, FACE = 0.29, 0.20     # how far the domed back and the flatter face reach from the seam, for a length of 1
HALF_WIDTH = 0.36
CREASE_WIDTH, CREASE_DEPTH = 0.028, 0.115
GRAVITY, SUBSTEPS = 30.0, 12


def meshes(surface=None, variants=5, detail=5, seed=11):
    """`variants` different bean meshes; `detail` 4 for beans far away, 5 as a rule, 6 for a macro."""
    surface = surface or studio.roasted()
    return [_mesh(surface, random.Random(seed + index), detail) for index in range(variants)]


def place(mesh, at, turn=0.0, crease_up=False, roll=0.0, pitch=0.0, size=BEAN_LENGTH):
    """One bean lying at `at` (z: the height of its support), crease up or down; `roll` and `pitch` tip it."""
    bean = studio.put("bean", mesh, (at[0], at[1], at[2] + size * (BACK if crease_up else FACE) * 0.97))
    bean.rotation_euler = Euler((roll + (math.pi if crease_up else 0), pitch, turn))
    bean.scale = (size, size, size)
    return bean


def drop(count, seed, start, solids=(), kinds=None, size=BEAN_LENGTH, frames=110, floor=True, spread=0.1):
    """Lets `count` beans fall from `start(random, index) -> (x, y, z)` and returns them where they came to rest.

    `solids` are the meshes they can lie on (cup, saucer, cloth), as they are rendered; `floor` is the table top.
    `size` varies by `spread`. Beans that fell off are left out.
    """
    kinds = kinds or meshes()
    pick = random.Random(seed)
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.point_cache.frame_end, world.substeps_per_frame, world.solver_iterations = frames, SUBSTEPS, 16
    scene.gravity, scene.frame_end = (0, 0, -GRAVITY), frames
    passive = [_solid(body, "PASSIVE", "MESH") for body in solids]
    if floor:
        bpy.ops.mesh.primitive_plane_add(size=40)
        passive.append(_solid(bpy.context.object, "PASSIVE", "MESH"))
    stand_ins, hull = [], _hull()
    for index in range(count):
        body = studio.put("falling", hull, start(pick, index))
        body.scale = [size * pick.uniform(1 - spread, 1 + spread)] * 3
        body.rotation_euler = [pick.uniform(0, 2 * math.pi) for _ in range(3)]
        stand_ins.append(_solid(body, "ACTIVE", "CONVEX_HULL"))
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    resting = [body.matrix_world.copy() for body in stand_ins]
    bpy.ops.rigidbody.world_remove()
    for body in stand_ins + (passive[-1:] if floor else []):
        bpy.data.objects.remove(body)
    return [_rest(pick.choice(kinds), matrix) for matrix in resting if matrix.translation.z > -0.02]


def _rest(mesh, matrix):
    bean = studio.put("bean", mesh)
    bean.matrix_world = matrix
    return bean


def _solid(body, kind, shape):
    bpy.context.view_layer.update()
    bpy.context.view_layer.objects.active = body
    body.select_set(True)
    bpy.ops.rigidbody.object_add(type=kind)
    rigid = body.rigid_body
    rigid.collision_shape = shape
    if shape == "MESH":
        rigid.mesh_source = "FINAL"
    rigid.friction, rigid.restitution, rigid.mass = 0.75, 0.05, 0.15
    rigid.angular_damping, rigid.linear_damping = 0.35, 0.08
    rigid.use_margin, rigid.collision_margin = True, 0.0
    body.select_set(False)
    return body


def _hull():
    """The coarse body that falls instead of a bean."""
    form = bmesh.new()
    bmesh.ops.create_icosphere(form, subdivisions=2, radius=1)
    for corner in form.verts:
        corner.co = _body(corner.co)
    mesh = bpy.data.meshes.new("bean hull")
    form.to_mesh(mesh)
    form.free()
    return mesh


def _body(point):
    """A point of the unit sphere drawn onto the bean without its crease."""
    x, y, z = point
    return Vector((0.5 * x, HALF_WIDTH * y * (1 - 0.10 * x), BACK * z if z > 0 else -FACE * abs(z) ** 0.6))


def _mesh(surface, pick, detail):
    form = bmesh.new()
    bmesh.ops.create_icosphere(form, subdivisions=detail, radius=1)
    skin = form.verts.layers.float.new("silverskin")
    sway, phase, kink = pick.uniform(0.022, 0.048), pick.uniform(-0.5, 0.5), pick.uniform(-0.02, 0.02)
    plump, long = pick.uniform(0.92, 1.08), pick.uniform(0.94, 1.05)
    away = Vector((pick.uniform(0, 90), pick.uniform(0, 90), pick.uniform(0, 90)))
    deep = pick.uniform(0.8, 1.15)
    for corner in form.verts:
        sphere = corner.co.copy()
        place = _body(sphere)
        facing = _soft(-sphere.z, 0.05, 0.5)
        middle = sway * math.sin(5.4 * place.x + phase) + kink + 0.012 * noise.noise(Vector((place.x * 9, 0, 0)) + away)
        off = place.y - middle
        ends = 1 - 0.75 * _soft(abs(place.x), 0.36, 0.5)
        groove = math.exp(-(off / CREASE_WIDTH) ** 2)
        lips = math.exp(-((abs(off) - 2.6 * CREASE_WIDTH) / (2.2 * CREASE_WIDTH)) ** 2)
        place.z += facing * ends * (deep * CREASE_DEPTH * groove - 0.018 * lips)
        patchy = 0.55 + 0.45 * noise.noise(place * 16 + away)
        corner[skin] = facing * patchy * math.exp(-(off / (0.78 * CREASE_WIDTH)) ** 2)
        lump = 0.050 * noise.noise(sphere * 1.3 + away) + 0.016 * noise.noise(sphere * 3.4 + away)
        wrinkle = 0.006 * noise.noise(Vector((sphere.x * 3, sphere.y * 9, sphere.z * 9)) + away)
        place *= 1 + lump + wrinkle
        corner.co = Vector((place.x * long, place.y * plump, place.z * plump))
    mesh = bpy.data.meshes.new("bean")
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    return mesh


def _soft(value, start, end):
    part = min(1.0, max(0.0, (value - start) / (end - start)))
    return part * part * (3 - 2 * part)
