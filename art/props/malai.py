"""Malai: the skin that comes up on milk kept just under the boil, thick enough to fold, laid back on top of the cup."""
import math
import random

import bpy
from mathutils import Vector, noise

import studio
from props import forms
from props.shading import Graph

LAYER = 0.014           # how thick the skin is
MESH = 0.022            # how fine it is modelled
SLUMP = 0.62            # how much lower wet cream lies than cloth would
SUNK = 0.022            # how deep its lowest places lie in the coffee
FOLD = 0.0121           # how near two folds come to each other
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
                       (0.30, (0.78, 0.62, 0.39)), (0.50, (0.85, 0.74, 0.54)), (0.75, (0.90, 0.83, 0.67)))
    color = graph.blend(graph.math("MULTIPLY", graph.scale(beads, 0.25), rare), color, (0.82, 0.62, 0.30))
    # its lowest places have drunk coffee
    height = graph.math("ADD", graph.split(place)[2], graph.scale(cloud, 0.05, -0.025))
    soaked = graph.span(height, -0.006, 0.018, 0.7, 0.0)
    color = graph.blend(soaked, color, (0.42, 0.23, 0.10))
    rough = graph.span(curd, 0.35, 0.65, 0.22, 0.42)
    relief = graph.math("ADD", graph.scale(curd, 0.8), graph.math("MULTIPLY", graph.scale(beads, 0.5), rare))
    return graph.surface(graph.principled(color, rough, Normal=graph.bump(relief, 0.35, 0.012), Specular=0.45,
                                          Subsurface=0.30, Subsurface_Radius=(0.07, 0.045, 0.02),
                                          Subsurface_Color=color))


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


def _fold_over(corners, line, turn, bend=0.05):
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


def _settle(sheet, level, bending):
    """Lets the sheet sink until its folds lie on each other."""
    level.modifiers.new("stop", "COLLISION")
    level.collision.thickness_outer, level.collision.cloth_friction = 0.008, 20
    cloth = sheet.modifiers.new("cloth", "CLOTH")
    rules = cloth.settings
    rules.quality, rules.mass, rules.air_damping = 5, 0.35, 6
    rules.tension_stiffness = rules.compression_stiffness = 22
    rules.shear_stiffness, rules.bending_stiffness = 12, bending
    rules.effector_weights.gravity = 0.45
    cloth.collision_settings.use_self_collision = True
    cloth.collision_settings.self_distance_min = FOLD
    cloth.collision_settings.distance_min = 0.008
    cloth.point_cache.frame_end = FRAMES
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
    settled = bpy.data.meshes.new_from_object(sheet.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    sheet.modifiers.clear()
    sheet.data = settled


def _level(at, radius):
    """What the skin floats on: a coarse, unseen disc."""
    bpy.ops.mesh.primitive_circle_add(vertices=24, radius=radius * 2, fill_type="TRIFAN", location=at)
    level = bpy.context.object
    level.hide_render = True
    return level


def _centre(mesh, reach):
    """Brings a settled sheet back to the middle of the cup and within the reach of its wall."""
    spots = [corner.co.xy for corner in mesh.vertices]
    middle = Vector([(min(axis) + max(axis)) / 2 for axis in zip(*spots)])
    widest = max((spot - middle).length for spot in spots)
    fit = min(1.0, reach / widest)
    for corner in mesh.vertices:
        corner.co.xy = (corner.co.xy - middle) * fit
        corner.co.z = (1 - SLUMP) * corner.co.z - SUNK


def skin(surface, at, radius, seed=3, folds=((0.20, 2.4),), bending=3.5, share=1.0, waves=3.2):
    """The skin in a cup of that radius: `share` of it wide before it is folded and wrinkles.

    A fold is (distance from the middle, direction). The softer the bending, the more it crumples.
    """
    dice = random.Random(seed)
    corners, faces = _sheet("malai", radius * share, dice)
    for line, turn in folds:
        _fold_over(corners, line, turn)
    shift = dice.uniform(-50, 50)
    for corner in corners:
        corner.z += 0.024 + 0.022 * noise.noise((corner.x * waves, corner.y * waves, corner.z * 9 + shift))
    sheet = studio.put("malai", forms.mesh("malai", corners, faces, surface), at)
    _settle(sheet, _level(at, radius), bending)
    _centre(sheet.data, radius - LAYER)
    for polygon in sheet.data.polygons:
        polygon.use_smooth = True
    thick = sheet.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = LAYER, 0.6
    smooth = sheet.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    lumps = bpy.data.textures.new("lumps", "CLOUDS")
    lumps.noise_scale = 0.055
    uneven = sheet.modifiers.new("lumps", "DISPLACE")
    uneven.texture, uneven.strength, uneven.mid_level = lumps, 0.010, 0.5
    return sheet
