"""A stove-top moka pot: eight facets of cast aluminium, black handle and knob, a brass valve, marks of years of use.

The pot stands at z = 0 about the z axis, 1.6 high; before it is turned, handle and spout point along +x and -x.
"""
import math

import bmesh
import bpy
from mathutils import Matrix, Vector

import studio

FACETS = 8
STEPS = 320             # points around the pot: some four on each rounded corner
CORNER_SHARPNESS = 70   # exponent of the soft polygon: higher is a tighter corner
RIM = 1.31              # height of the upper rim, where the lid rests
SPOUT_HALF_ANGLE = math.radians(27)

# (height, apothem, roundness): roundness 0 is the octagon, 1 a circle
BOILER = [(0.000, 0.000, 1.0), (0.000, 0.300, 0.3), (0.000, 0.395, 0.1), (0.004, 0.415, 0.0), (0.016, 0.430, 0.0),
          (0.035, 0.4365, 0.0), (0.060, 0.4370, 0.0), (0.110, 0.4310, 0.0), (0.300, 0.4060, 0.0), (0.470, 0.3835, 0.0),
          (0.520, 0.3765, 0.0), (0.534, 0.3720, 0.05), (0.543, 0.3620, 0.2), (0.549, 0.3560, 0.9), (0.556, 0.3560, 1.0),
          (0.560, 0.3600, 1.0), (0.562, 0.3720, 1.0), (0.566, 0.3760, 1.0), (0.574, 0.3770, 1.0), (0.606, 0.3770, 1.0),
          (0.614, 0.3760, 1.0), (0.618, 0.3720, 1.0), (0.619, 0.3550, 1.0), (0.640, 0.3540, 1.0)]
CHAMBER = [(0.628, 0.3540, 1.0), (0.629, 0.3760, 1.0), (0.632, 0.3810, 1.0), (0.640, 0.3830, 1.0), (0.682, 0.3830, 1.0),
           (0.692, 0.3810, 1.0), (0.697, 0.3760, 1.0), (0.700, 0.3640, 0.95), (0.705, 0.3500, 0.5),
           (0.714, 0.3380, 0.1),
           (0.730, 0.3330, 0.0), (0.760, 0.3335, 0.0), (0.900, 0.3500, 0.0), (1.040, 0.3680, 0.0), (1.160, 0.3850, 0.0),
           (1.250, 0.3985, 0.0), (1.296, 0.4055, 0.0), (1.305, 0.4065, 0.0), (RIM, 0.4045, 0.0), (RIM, 0.3990, 0.0),
           (1.305, 0.3950, 0.0), (1.280, 0.3900, 0.0), (1.000, 0.3450, 0.0)]
LID = [(1.314, 0.3600, 0.0), (1.311, 0.4040, 0.0), (1.312, 0.4120, 0.0), (1.317, 0.4150, 0.0), (1.325, 0.4140, 0.0),
       (1.332, 0.4090, 0.0), (1.337, 0.4000, 0.0), (1.341, 0.3880, 0.0), (1.372, 0.2600, 0.0), (1.397, 0.1500, 0.0),
       (1.402, 0.1300, 0.1), (1.404, 0.1100, 0.6), (1.406, 0.0950, 1.0), (1.412, 0.0880, 1.0), (1.424, 0.0850, 1.0),
       (1.430, 0.0800, 1.0), (1.431, 0.0000, 1.0)]
KNOB = [(1.428, 0.0000, 1.0), (1.428, 0.0520, 1.0), (1.436, 0.0560, 1.0), (1.450, 0.0560, 0.7), (1.470, 0.0640, 0.2),
        (1.520, 0.0870, 0.1), (1.548, 0.0960, 0.1), (1.560, 0.0970, 0.12), (1.572, 0.0940, 0.2), (1.584, 0.0840, 0.4),
        (1.594, 0.0620, 0.8), (1.599, 0.0300, 1.0), (1.600, 0.0000, 1.0)]

# (x, z, half width, half thickness) along the handle, from the rim outwards and down
HANDLE = [(0.410, 1.270, 0.070, 0.050), (0.445, 1.300, 0.070, 0.050), (0.500, 1.327, 0.062, 0.046),
          (0.580, 1.347, 0.056, 0.042), (0.660, 1.350, 0.056, 0.043), (0.725, 1.325, 0.058, 0.046),
          (0.762, 1.270, 0.060, 0.047), (0.785, 1.190, 0.062, 0.047), (0.806, 1.080, 0.066, 0.048),
          (0.830, 0.960, 0.071, 0.050), (0.857, 0.845, 0.075, 0.052), (0.874, 0.775, 0.074, 0.050)]


def pot(at=(0, 0, 0), turn=0.0, lid_open=0.0):
    """The whole pot on one parent, so that it can be stood and turned as a piece; returns the parent."""
    stand = studio.put("moka", None, at)
    stand.rotation_euler = (0, 0, turn)
    metal, black, brass = aluminium(), bakelite(), valve_brass()
    parts = [_turned("boiler", BOILER, metal), _turned("chamber", CHAMBER, metal, spout=True),
             _handle(black), *_valve(brass, metal)]
    lid_parts = [_turned("lid", LID, metal), _turned("knob", KNOB, black), *_hinge(metal)]
    lid = studio.put("lid hinge", None, (0.415, 0, RIM + 0.015))
    lid.rotation_euler = (0, lid_open, 0)
    for part in lid_parts:
        part.parent, part.matrix_parent_inverse = lid, Matrix.Translation(lid.location).inverted()
    for part in (*parts, lid):
        part.parent = stand
    return stand


# --- materials -------------------------------------------------------------------------------------

def aluminium():
    """Cast, once polished: clouded by washing, finely scratched, browned by the flame towards the foot."""
    made = studio.material("moka aluminium", (0.8, 0.8, 0.8), 0.3, Metallic=1.0)
    nodes = studio.Nodes(made)
    tree, links = nodes.tree, nodes.tree.links
    clouds = nodes.noise(3.1, detail=9, distortion=0.9)
    pits = nodes.noise(95, detail=3)
    scratches = nodes.noise(5, detail=8, distortion=0.3, stretch=(14, 14, 0.9))
    color = nodes.ramp(clouds, (0.60, 0.575, 0.54), (0.83, 0.815, 0.79), start=0.32, end=0.62)
    links.new(_scorched(nodes, color, clouds), nodes.shader.inputs["Base Color"])
    rough = nodes.multiply_add(clouds, -0.30, nodes.multiply_add(scratches, 0.20, 0.24))
    links.new(rough, nodes.shader.inputs["Roughness"])
    relief = nodes.multiply_add(pits, 0.35, nodes.multiply_add(scratches, 0.5, nodes.multiply_add(clouds, 0.9, 0)))
    nodes.bump(relief, strength=0.10, distance=0.012)
    return made


def _scorched(nodes, color, clouds):
    """Darkens and browns `color` in the lowest finger's breadth, with a ragged edge."""
    tree = nodes.tree
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(nodes.coordinates, split.inputs[0])
    edge = nodes.multiply_add(clouds, 0.22, split.outputs["Z"])
    amount = tree.nodes.new("ShaderNodeMapRange")
    amount.interpolation_type = "SMOOTHSTEP"
    for key, value in (("From Min", 0.30), ("From Max", 0.10), ("To Min", 0.0), ("To Max", 0.8)):
        amount.inputs[key].default_value = value
    tree.links.new(edge, amount.inputs["Value"])
    mix = tree.nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs["Color2"].default_value = (0.42, 0.30, 0.20, 1)
    tree.links.new(amount.outputs["Result"], mix.inputs["Fac"])
    tree.links.new(color, mix.inputs["Color1"])
    return mix.outputs["Color"]


def bakelite():
    made = studio.material("bakelite", (0.011, 0.010, 0.009), 0.3, Specular=0.5)
    nodes = studio.Nodes(made)
    smudges = nodes.noise(4.5, detail=7, distortion=0.7)
    nodes.tree.links.new(nodes.multiply_add(smudges, 0.40, 0.09), nodes.shader.inputs["Roughness"])
    nodes.bump(nodes.noise(60, detail=4), strength=0.05, distance=0.01)
    return made


def valve_brass():
    made = studio.material("valve brass", (0.52, 0.36, 0.15), 0.34, Metallic=1.0)
    nodes = studio.Nodes(made)
    nodes.color(nodes.ramp(nodes.noise(14), (0.26, 0.17, 0.07), (0.60, 0.43, 0.19), start=0.3, end=0.7))
    return made


# --- shapes ----------------------------------------------------------------------------------------

def _octagon(angle):
    """Distance from the axis to a softly cornered octagon of apothem 1."""
    total = 0.0
    for side in range(FACETS):
        total += max(0.0, math.cos(angle - 2 * math.pi * side / FACETS)) ** CORNER_SHARPNESS
    return total ** (-1 / CORNER_SHARPNESS)


OCTAGON = [_octagon(2 * math.pi * step / STEPS) for step in range(STEPS)]


def _beak(angle, reach):
    """Distance from the axis to a beak along -x with its tip at `reach`."""
    off = abs(angle % (2 * math.pi) - math.pi)
    side = math.pi / 2 - SPOUT_HALF_ANGLE
    off = math.sqrt(off * off + 0.0016)     # a soft tip
    if off - side < -math.pi / 2 or off > math.pi / 3:
        return 0.0
    return reach * math.cos(side) / math.cos(off - side)


def _spout_reach(height, apothem):
    """How far the tip stands out at a height: nothing below the middle, a full beak at the rim."""
    rise = min(1.0, max(0.0, (height - 0.84) / (RIM - 0.84)))
    return apothem * (0.97 + 0.62 * rise ** 1.15)


def _ring(height, apothem, roundness, spout):
    points = []
    for step in range(STEPS):
        angle = 2 * math.pi * step / STEPS
        radius = apothem * (OCTAGON[step] + (1 - OCTAGON[step]) * roundness)
        z = height
        if spout:
            beak = _beak(angle, _spout_reach(height, apothem))
            stands_out = max(0.0, beak - radius)
            radius = (radius ** 40 + beak ** 40) ** (1 / 40) if apothem else 0.0
            z += 0.10 * stands_out * (1 if height > 1.24 else 0)    # the beak's lip rises a little
        points.append(Vector((radius * math.cos(angle), radius * math.sin(angle), z)))
    return points


def _turned(name, sections, surface, spout=False):
    """Skins sections of (height, apothem, roundness) from the bottom up."""
    return _skin(name, [_ring(*section, spout) for section in sections], surface)


def _skin(name, rings, surface):
    mesh, form = bpy.data.meshes.new(name), bmesh.new()
    rows = [[form.verts.new(point) for point in ring] for ring in rings]
    for below, above in zip(rows, rows[1:]):
        for here in range(len(below)):
            there = (here + 1) % len(below)
            form.faces.new((below[here], below[there], above[there], above[here]))
    bmesh.ops.remove_doubles(form, verts=form.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    return studio.put(name, mesh)


def _squircle(angle, half_width, half_thickness, exponent=5.0):
    c, s = math.cos(angle), math.sin(angle)
    scale = (abs(c) ** exponent + abs(s) ** exponent) ** (-1 / exponent)
    return scale * c * half_width, scale * s * half_thickness


def _handle(surface, around=40):
    """A bar of rounded rectangular section along the path HANDLE, closed and rounded at its lower end."""
    path = [Vector((x, 0, z)) for x, z, _, _ in HANDLE]
    rings = []
    for index, (_, _, width, thickness) in enumerate(HANDLE):
        before, after = path[max(0, index - 1)], path[min(len(path) - 1, index + 1)]
        along = (after - before).normalized()
        outwards = along.cross(Vector((0, 1, 0)))
        rings.append([path[index] + Vector((0, 1, 0)) * w + outwards * t for w, t in
                      (_squircle(2 * math.pi * step / around, width, thickness) for step in range(around))])
    end, along = path[-1], (path[-1] - path[-2]).normalized()
    for inset, forward in ((0.94, 0.014), (0.80, 0.024), (0.5, 0.029), (0.0, 0.030)):
        rings.append([end + (point - end) * inset + along * forward for point in rings[len(HANDLE) - 1]])
    rings.insert(0, [path[0]] * around)
    made = _skin("handle", rings, surface)
    smooth = made.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    return made


def _pin(name, surface, radius, length, at, direction, sides=32, bevel=0.004):
    """A bevelled cylinder (or nut, with six sides) pointing along `direction`."""
    bpy.ops.mesh.primitive_cylinder_add(vertices=sides, radius=radius, depth=length, location=at)
    made = bpy.context.object
    made.name = name
    made.rotation_euler = Vector(direction).to_track_quat("Z", "Y").to_euler()
    made.data.materials.append(surface)
    edge = made.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments = bevel, 3
    for face in made.data.polygons:
        face.use_smooth = True
    made.data.use_auto_smooth = True
    return made


def _valve(brass, metal):
    """The safety valve in a boiler facet."""
    angle, height = math.radians(225), 0.36
    out = Vector((math.cos(angle), math.sin(angle), 0.13)).normalized()
    foot = Vector((0.398 * math.cos(angle), 0.398 * math.sin(angle), height))
    return [_pin("valve seat", metal, 0.062, 0.02, foot, out),
            _pin("valve nut", brass, 0.050, 0.05, foot + out * 0.02, out, sides=6),
            _pin("valve stem", brass, 0.030, 0.05, foot + out * 0.055, out),
            _pin("valve tip", metal, 0.011, 0.03, foot + out * 0.085, out, bevel=0.003)]


def _hinge(metal):
    return [_pin("hinge", metal, 0.022, 0.15, (0.425, 0, 1.330), (0, 1, 0)),
            _pin("hinge pin", metal, 0.009, 0.175, (0.425, 0, 1.330), (0, 1, 0), bevel=0.003)]
