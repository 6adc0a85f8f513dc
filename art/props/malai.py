"""Malai: the skin that comes up on milk kept just under the boil, thick enough to fold, laid back on top of the cup."""
import math
import random

import bpy
from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

LAYER = 0.022           # how thick the skin is
MESH = 0.022            # how fine it is modelled
FRAMES = 40             # how long it is given to settle


def cream_skin():
    """Ivory and buttery, wet in its folds; fat beads and slightly tanned spots where it clung to the pot."""
    graph = Graph("malai")
    place = graph.place()
    cloud = graph.noise(5, place, detail=5, roughness=0.6)
    curd = graph.noise(30, place, detail=4, roughness=0.6)
    beads = graph.span(graph.cells(34, place), 0.06, 0.22, 1.0, 0.0)
    rare = graph.span(graph.noise(9, place, detail=2), 0.52, 0.62)
    color = graph.ramp(graph.math("ADD", graph.scale(cloud, 0.8), graph.scale(curd, 0.25)),
                       (0.30, (0.66, 0.47, 0.26)), (0.50, (0.79, 0.64, 0.42)), (0.75, (0.86, 0.76, 0.57)))
    color = graph.blend(graph.math("MULTIPLY", graph.scale(beads, 0.4), rare), color, (0.80, 0.55, 0.20))
    rough = graph.span(curd, 0.35, 0.65, 0.22, 0.42)
    height = graph.math("ADD", graph.scale(curd, 0.8), graph.math("MULTIPLY", graph.scale(beads, 0.5), rare))
    return graph.surface(graph.principled(color, rough, Normal=graph.bump(height, 0.35, 0.012), Specular=0.45,
                                          Subsurface=0.30, Subsurface_Radius=(0.07, 0.045, 0.02), Subsurface_Color=color))


def _sheet(name, reach, dice):
    """A flat net of triangles with a ragged outline: corners and faces."""
    shift = dice.uniform(-50, 50)
    count = int(reach / MESH) + 1
    corners, index, faces = [], {}, []
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x, y = (column + 0.5 * (row % 2)) * MESH, row * MESH * math.sqrt(3) / 2
            angle = math.atan2(y, x)
            ragged = 1 + 0.10 * noise.noise((math.cos(angle) * 1.5, math.sin(angle) * 1.5, shift)) \
                + 0.05 * noise.noise((math.cos(angle) * 6, math.sin(angle) * 6, shift))
            if math.hypot(x, y) < reach * ragged:
                index[row, column] = len(corners)
                corners.append(Vector((x, y, 0)))
    for row, column in index:
        right, lean = (row, column + 1), row % 2
        above, below = (row + 1, column + lean), (row - 1, column + lean)
        for far in (above, below):
            if right in index and far in index:
                face = (index[row, column], index[right], index[far])
                faces.append(face if far is above else face[::-1])
    return corners, faces


def _fold_over(corners, line, turn, bend=0.035):
    """Folds what lies beyond the line (at distance `line` from the middle, facing `turn`) back over the rest."""
    out = Vector((math.cos(turn), math.sin(turn), 0))
    for corner in corners:
        past = corner.dot(out) - line
        if past <= 0:
            continue
        base = corner - out * past
        around = past / bend
        if around < math.pi:
            corner.xyz = base + out * bend * math.sin(around) + Vector((0, 0, corner.z + bend * (1 - math.cos(around))))
        else:
            corner.xyz = base - out * (past - math.pi * bend) + Vector((0, 0, 2 * bend - corner.z))


def _settle(sheet, obstacles, swell, bending):
    """Lets the sheet sink onto what is below it while it swells sideways and so throws wrinkles."""
    for body in obstacles:
        body.modifiers.new("stop", "COLLISION")
        body.collision.thickness_outer = 0.008
        body.collision.cloth_friction = 2
    cloth = sheet.modifiers.new("cloth", "CLOTH")
    rules = cloth.settings
    rules.quality, rules.mass, rules.air_damping = 5, 0.35, 6
    rules.tension_stiffness = rules.compression_stiffness = 22
    rules.shear_stiffness, rules.bending_stiffness = 12, bending
    rules.shrink_min = -swell
    rules.effector_weights.gravity = 0.45
    cloth.collision_settings.use_self_collision = True
    cloth.collision_settings.self_distance_min = LAYER * 0.55
    cloth.collision_settings.distance_min = 0.008
    cloth.point_cache.frame_end = FRAMES
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
    settled = bpy.data.meshes.new_from_object(sheet.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    sheet.modifiers.clear()
    sheet.data = settled


def _vessel(at, radius):
    """The level that the skin floats on and the wall that holds it, coarse and unseen."""
    bpy.ops.mesh.primitive_circle_add(vertices=24, radius=radius * 1.3, fill_type="TRIFAN", location=at)
    level = bpy.context.object
    bpy.ops.mesh.primitive_cylinder_add(vertices=48, radius=radius, depth=0.6, end_fill_type="NOTHING", location=at)
    wall = bpy.context.object
    for body in (level, wall):
        body.hide_render = True
    return level, wall


def skin(surface, at, radius, seed=3, folds=((0.22, 2.4),), swell=0.05, bending=8.0, share=0.94, waves=3.2):
    """The skin in a cup: `share` of the radius wide before it is folded along `folds` (distance, direction)."""
    dice = random.Random(seed)
    corners, faces = _sheet("malai", radius * share, dice)
    for line, turn in folds:
        _fold_over(corners, line, turn)
    shift = dice.uniform(-50, 50)
    for corner in corners:
        corner.z += 0.024 + 0.022 * noise.noise((corner.x * waves, corner.y * waves, corner.z * 9 + shift))
    sheet = studio.put("malai", forms.mesh("malai", corners, faces, surface), at)
    _settle(sheet, _vessel(at, radius), swell, bending)
    print('settled')
    for polygon in sheet.data.polygons:
        polygon.use_smooth = True
    thick = sheet.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = LAYER, 0.6
    smooth = sheet.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    lumps = bpy.data.textures.new("lumps", "CLOUDS")
    lumps.noise_scale = 0.055
    uneven = sheet.modifiers.new("lumps", "DISPLACE")
    uneven.texture, uneven.strength, uneven.mid_level = lumps, 0.016, 0.5
    return sheet
