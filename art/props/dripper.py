"""Pour-over: a ceramic cone with its paper filter, wet grounds in bloom, a gooseneck spout and its thread of water.

The cone stands at z = 0 about the z axis; its rim is at RIM.
"""
import math
import random

import bmesh
import bpy
from mathutils import Vector, noise

import studio

RIM, RIM_RADIUS = 0.92, 0.585
THROAT, THROAT_RADIUS = 0.14, 0.17        # where the inner cone ends
PAPER_RIM = 1.02                          # the paper stands a little above the rim
WATER_IOR = 1.33


def cone(surface):
    """The dripper: a thick glazed cone on a flange, with a loop of a handle along +x."""
    inner = [(_inner_radius(z), z) for z in (0.88, 0.6, 0.35, THROAT)]
    profile = [(0.13, 0.02), (0.30, 0.0), (0.32, 0.006), (0.325, 0.03), (0.335, 0.048), (0.54, 0.062), (0.585, 0.075),
               (0.597, 0.092), (0.585, 0.108), (0.54, 0.113), (0.33, 0.122), (0.285, 0.14), (0.272, 0.18),
               (0.305, 0.26), (0.42, 0.52), (0.545, 0.80), (0.575, 0.866), (0.600, 0.893), (0.607, 0.908),
               (0.604, RIM - 0.004), (0.592, RIM), (0.578, RIM - 0.004), (0.566, 0.905), *inner, (0.13, 0.10),
               (0.13, 0.02)]
    body = studio.lathe("dripper", profile, surface, steps=72)
    _wobble(body, amount=0.004, scale=1.7, seed=3)
    return [body, _loop(surface)]


def _inner_radius(height):
    """Radius of the inner cone; the paper and the grounds follow it."""
    along = (height - THROAT) / (RIM - THROAT)
    return THROAT_RADIUS + (RIM_RADIUS - 0.025 - THROAT_RADIUS) * along


def _wobble(body, amount, scale, seed):
    """Thrown by hand: no ring is quite round."""
    for corner in body.data.vertices:
        corner.co += noise.noise_vector(corner.co * scale + Vector((seed, seed, seed))) * amount


def _loop(surface):
    path = [(0.35, 0.0, 0.36), (0.62, 0.0, 0.40), (0.86, 0.0, 0.56), (0.83, 0.0, 0.74), (0.66, 0.0, 0.755),
            (0.51, 0.0, 0.72)]
    return sweep("loop", path, [0.062, 0.058, 0.056, 0.056, 0.058, 0.066], surface)


def sweep(name, path, radii, surface, flatten=1.0, cap=True):
    """A smooth tube of changing radius along points."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 1.0, 8
    curve.resolution_u, curve.use_fill_caps = 16, cap
    bend = curve.splines.new("BEZIER")
    bend.bezier_points.add(len(path) - 1)
    for point, position, radius in zip(bend.bezier_points, path, radii):
        point.co, point.radius = position, radius
        point.handle_left_type = point.handle_right_type = "AUTO"
    curve.materials.append(surface)
    return studio.put(name, curve)


# --- paper -----------------------------------------------------------------------------------------

def filter_paper(seed=5, around=240, up=48, wet_to=0.74):
    """A folded paper cone: wavy where it leaves the wall, with its pressed seam, soaked and stained below `wet_to`."""
    form, mesh = bmesh.new(), bpy.data.meshes.new("filter paper")
    rows = []
    for row in range(up + 1):
        along = row / up
        height = THROAT + (PAPER_RIM - THROAT) * along
        rows.append([form.verts.new(_paper_point(2 * math.pi * step / around, height, along, seed))
                     for step in range(around)])
    for below, above in zip(rows, rows[1:]):
        for here in range(around):
            there = (here + 1) % around
            form.faces.new((below[here], below[there], above[there], above[here]))
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(_paper(wet_to))
    for face in mesh.polygons:
        face.use_smooth = True
    made = studio.put("filter paper", mesh)
    thick = made.modifiers.new("thickness", "SOLIDIFY")
    thick.thickness = 0.004
    return made


def _paper_point(angle, height, along, seed):
    """The dry upper part stands off the wall in shallow waves; a crease runs down each side of the fold."""
    free = max(0.0, (along - 0.62) / 0.38)
    direction = Vector((math.cos(angle), math.sin(angle), 0))
    wave = noise.noise(direction * 1.6 + Vector((seed, 0, height * 0.5)))
    crinkle = noise.noise(direction * 7 + Vector((0, seed, height * 5)))
    radius = _inner_radius(height) - 0.012 + free * (0.030 * wave - 0.012) + 0.004 * crinkle * (0.3 + free)
    for crease in (0.9, 0.9 + math.pi):
        off = math.atan2(math.sin(angle - crease), math.cos(angle - crease))
        radius += 0.022 * math.exp(-abs(off) / 0.045) * (0.15 + free)
    ragged = 0.010 * noise.noise(direction * 3 + Vector((9, seed, 0))) * along
    return direction * radius + Vector((0, 0, height + ragged))


def _paper(wet_to):
    """Paper thin enough for light to come through; darker and browner where coffee has risen."""
    made = studio.material("filter paper", (0.86, 0.82, 0.74), 0.85, Specular=0.2)
    nodes = studio.Nodes(made)
    tree, links = nodes.tree, nodes.tree.links
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    links.new(nodes.coordinates, split.inputs[0])
    edge = nodes.multiply_add(nodes.noise(5.5, detail=6, distortion=0.6), -0.16, split.outputs["Z"])
    stain = tree.nodes.new("ShaderNodeValToRGB")
    steps = stain.color_ramp
    steps.elements[0].position, steps.elements[0].color = 0.0, (0.20, 0.085, 0.030, 1)
    steps.elements[1].position, steps.elements[1].color = 1.0, (0.85, 0.81, 0.735, 1)
    for position, color in ((wet_to - 0.12, (0.26, 0.12, 0.045, 1)), (wet_to - 0.06, (0.42, 0.25, 0.125, 1)),
                            (wet_to + 0.02, (0.66, 0.52, 0.36, 1)), (wet_to + 0.12, (0.80, 0.73, 0.625, 1))):
        step = steps.elements.new(position)
        step.color = color
    links.new(edge, stain.inputs["Fac"])
    links.new(stain.outputs["Color"], nodes.shader.inputs["Base Color"])
    nodes.bump(nodes.noise(38, detail=6), strength=0.35, distance=0.01)
    through = tree.nodes.new("ShaderNodeBsdfTranslucent")
    links.new(stain.outputs["Color"], through.inputs["Color"])
    mix = tree.nodes.new("ShaderNodeMixShader")
    mix.inputs["Fac"].default_value = 0.38
    output = tree.nodes["Material Output"]
    links.new(nodes.shader.outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], output.inputs["Surface"])
    return made


# --- grounds ---------------------------------------------------------------------------------------

class Bed:
    """Grounds swollen by the first water: a dome, cracked and grainy, with foam and bubbles about the pour."""

    def __init__(self, level=0.60, swell=0.13, pour=(0.10, -0.06), seed=11):
        self.level, self.swell, self.pour, self.seed = level, swell, Vector((*pour, 0)), seed
        self.radius = _inner_radius(level) - 0.006

    def height(self, x, y):
        here = Vector((x, y, 0))
        out = here.length / self.radius
        dome = self.swell * (1 - out ** 2.4) + 0.035 * max(0.0, out - 0.82) / 0.18
        shift = Vector((self.seed, self.seed * 0.7, 0))
        lumps = 0.034 * noise.noise(here * 4.2 + shift) + 0.018 * noise.noise(here * 9.5 + shift)
        wet = self.wetness(x, y)
        grain = (0.013 - 0.008 * wet) * noise.noise(here * 34 + shift) + (0.010 - 0.007 * wet) * noise.noise(here * 70)
        crack = abs(noise.noise(here * 3.1 + shift * 2 + noise.noise_vector(here * 5) * 0.25))
        crack = -0.030 * math.exp(-(crack / 0.035) ** 2) * (1 - wet) * (out < 0.93)
        hollow = -0.055 * math.exp(-((here - self.pour).length / 0.055) ** 2)
        return self.level + dome + lumps * (1 - 0.4 * wet) + grain + crack + hollow

    def wetness(self, x, y):
        """1 in the foam about the pour, 0 in the bare grounds towards the paper."""
        here = Vector((x, y, 0))
        ragged = 0.10 * noise.noise(here * 5.5 + Vector((3, self.seed, 0))) + 0.05 * noise.noise(here * 14)
        reach = (here - self.pour).length + ragged
        return 1 / (1 + math.exp((reach - 0.27) / 0.03))


def grounds(bed, rings=150, around=420):
    """The bed as a mesh; its foam is painted as the vertex colour `foam`."""
    form, mesh = bmesh.new(), bpy.data.meshes.new("grounds")
    rows = []
    for ring in range(1, rings + 1):
        radius = bed.radius * ring / rings
        rows.append([form.verts.new((radius * math.cos(a), radius * math.sin(a), 0)) for a in
                     (2 * math.pi * step / around for step in range(around))])
    middle = form.verts.new((0, 0, 0))
    for here in range(around):
        form.faces.new((middle, rows[0][here], rows[0][(here + 1) % around]))
    for inner, outer in zip(rows, rows[1:]):
        for here in range(around):
            there = (here + 1) % around
            form.faces.new((inner[here], outer[here], outer[there], inner[there]))
    for corner in form.verts:
        corner.co.z = bed.height(corner.co.x, corner.co.y)
    form.to_mesh(mesh)
    form.free()
    paint = mesh.color_attributes.new("foam", "FLOAT_COLOR", "POINT")
    for corner, dab in zip(mesh.vertices, paint.data):
        foam = bed.wetness(corner.co.x, corner.co.y)
        dab.color = (foam, foam, foam, 1)
    mesh.materials.append(_wet_grounds())
    for face in mesh.polygons:
        face.use_smooth = True
    return studio.put("grounds", mesh)


def _wet_grounds():
    made = studio.material("wet grounds", (0, 0, 0), 0.3, Specular=0.5)
    nodes = studio.Nodes(made)
    tree, links = nodes.tree, nodes.tree.links
    foam = tree.nodes.new("ShaderNodeVertexColor")
    foam.layer_name = "foam"
    mottle = nodes.noise(21, detail=8)
    dark = nodes.ramp(mottle, (0.008, 0.0035, 0.0015), (0.052, 0.021, 0.008), start=0.35, end=0.72)
    light = nodes.ramp(nodes.noise(13, detail=9, distortion=0.8), (0.060, 0.023, 0.008), (0.30, 0.15, 0.060),
                       start=0.36, end=0.68)
    mix = tree.nodes.new("ShaderNodeMixRGB")
    links.new(foam.outputs["Color"], mix.inputs["Fac"])
    links.new(dark, mix.inputs["Color1"])
    links.new(light, mix.inputs["Color2"])
    nodes.color(mix.outputs["Color"])
    links.new(nodes.multiply_add(mottle, 0.55, 0.02), nodes.shader.inputs["Roughness"])
    nodes.bump(nodes.noise(62, detail=5), strength=0.5, distance=0.012)
    return made


def bubbles(bed, count=900, seed=4):
    """Domes of film: a few large ones about the pour, froth of small ones, strays in the bare grounds."""
    pick, mesh = random.Random(seed), _bubble_mesh()
    placed = []
    for index in range(count):
        size = 0.040 * pick.random() ** 2.8 + 0.0045
        for _ in range(8):
            angle = pick.uniform(0, 2 * math.pi)
            reach = abs(pick.gauss(0.16, 0.09)) if index % 5 else pick.uniform(0, bed.radius * 0.9)
            x, y = bed.pour.x + reach * math.cos(angle), bed.pour.y + reach * math.sin(angle)
            apart = all((x - ox) ** 2 + (y - oy) ** 2 > (0.86 * (size + other)) ** 2 for ox, oy, other in placed)
            if math.hypot(x, y) < bed.radius * 0.95 and apart:
                placed.append((x, y, size))
                made = studio.put("bubble", mesh, (x, y, bed.height(x, y) - size * pick.uniform(0.25, 0.6)))
                made.scale = (size, size, size * pick.uniform(0.85, 1.05))
                made.rotation_euler = (pick.uniform(-0.2, 0.2), pick.uniform(-0.2, 0.2), angle)
                break


def _bubble_mesh():
    form, mesh = bmesh.new(), bpy.data.meshes.new("bubble")
    bmesh.ops.create_icosphere(form, subdivisions=3, radius=1)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(_film())
    for face in mesh.polygons:
        face.use_smooth = True
    return mesh


def _film():
    """A soap-thin brown film: clear when faced, mirror and brown at its edge."""
    made = bpy.data.materials.new("film")
    made.use_nodes = True
    tree = made.node_tree
    tree.nodes.remove(tree.nodes["Principled BSDF"])
    clear, shine, brown = (tree.nodes.new(f"ShaderNodeBsdf{kind}") for kind in ("Transparent", "Glossy", "Diffuse"))
    clear.inputs["Color"].default_value = (0.80, 0.66, 0.48, 1)
    shine.inputs["Roughness"].default_value = 0.04
    brown.inputs["Color"].default_value = (0.30, 0.15, 0.06, 1)
    edge, fresnel = tree.nodes.new("ShaderNodeLayerWeight"), tree.nodes.new("ShaderNodeFresnel")
    edge.inputs["Blend"].default_value = 0.22
    fresnel.inputs["IOR"].default_value = 1.5
    rim, coat = tree.nodes.new("ShaderNodeMixShader"), tree.nodes.new("ShaderNodeMixShader")
    for mix, factor, first, second in ((rim, edge.outputs["Facing"], clear, brown),
                                       (coat, fresnel.outputs[0], rim, shine)):
        tree.links.new(factor, mix.inputs[0])
        tree.links.new(first.outputs[0], mix.inputs[1])
        tree.links.new(second.outputs[0], mix.inputs[2])
    tree.links.new(coat.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return made


# --- water -----------------------------------------------------------------------------------------

def water():
    return studio.material("water", (1, 1, 1), 0.0, Transmission=1.0, IOR=WATER_IOR, Specular=0.5)


def stream(start, end, lean, surface, seed=2):
    """A falling thread: leaves the spout sideways, thins as it speeds up, swells in beads before it lands."""
    pick, start, end = random.Random(seed), Vector(start), Vector(end)
    path, radii, count = [], [], 22
    for index in range(count + 1):
        fallen = index / count
        sideways = math.sqrt(fallen)                       # x runs evenly in time, z with its square
        flat = start.xy.lerp(end.xy, sideways * lean + fallen * (1 - lean))
        path.append((flat.x, flat.y, start.z + (end.z - start.z) * fallen))
        beads = 0.0018 * math.sin(fallen * 34) * max(0.0, fallen - 0.45)
        radii.append(0.021 * (1 + 2.2 * fallen) ** -0.34 + beads + pick.uniform(-0.0004, 0.0004))
    radii[-1] *= 1.5
    return sweep("stream", path, radii, surface)


def gooseneck(tip, surface, away=(1, 0, 0), outside=0.058):
    """The end of a kettle's spout: rises behind, bends over and points down to its slanting mouth at `tip`."""
    tip, back = Vector(tip), Vector(away).normalized()
    up = Vector((0, 0, 1))
    offsets = [(-0.012, -0.006), (0.045, 0.075), (0.16, 0.150), (0.34, 0.165), (0.58, 0.04), (0.86, -0.26),
               (1.25, -0.80)]
    path = [tip + back * along + up * rise for along, rise in offsets]
    radii = [outside * size for size in (0.98, 0.97, 0.98, 1.0, 1.06, 1.18, 1.4)]
    tube = sweep("gooseneck", path, radii, surface, cap=False)
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(tube.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(tube)
    made = studio.put("gooseneck", mesh)
    for face in mesh.polygons:
        face.use_smooth = True
    wall = made.modifiers.new("wall", "SOLIDIFY")
    wall.thickness, wall.offset = 0.009, -1
    edge = made.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method = 0.003, 2, "ANGLE"
    return made


def steel():
    """Steel brushed along the tube, with traces of fingers."""
    made = studio.material("kettle steel", (0.62, 0.60, 0.57), 0.22, Metallic=1.0)
    nodes = studio.Nodes(made)
    smears = nodes.noise(4, detail=7, distortion=1.0)
    nodes.tree.links.new(nodes.multiply_add(smears, 0.30, 0.06), nodes.shader.inputs["Roughness"])
    nodes.bump(nodes.noise(70, detail=3), strength=0.03, distance=0.01)
    return made
