"""A small photo studio in Blender 3.4: the light, lenses, grade and surfaces that all photographs share.

Sizes are in decimetres (a cup is about 0.85 wide, a bean about 0.1 long), z points up, the table top lies at z = 0.
Run a scene with: blender -b -P scenes/hero_wide.py -- out.png 960 411 48
"""
import functools
import math
import os
import random
import sys

import bmesh
import bpy
from mathutils import Vector, noise

import darkroom

DECIMETRES_PER_METRE = 10


def arguments(width=960, height=540, samples=96):
    """The arguments after `--` on the command line: path, width, height, samples."""
    given = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    path = os.path.abspath(given[0]) if given else os.path.abspath("out.png")
    numbers = [int(n) for n in given[1:4]]
    return (path, *(numbers + [width, height, samples][len(numbers):]))


def open_studio(width, height, samples, exposure=0.0, look="Medium High Contrast", world=0.2, bounces=14):
    """An empty set in a dim warm room; Cycles on the processor, filmic grade, enough bounces for glass and liquids."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.012, 16
    cycles.max_bounces = cycles.transmission_bounces = cycles.transparent_max_bounces = bounces
    cycles.diffuse_bounces, cycles.glossy_bounces, cycles.volume_bounces = 4, 6, 1
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 0.6
    cycles.sample_clamp_indirect = 4
    cycles.volume_step_rate, cycles.volume_max_steps = 4, 64
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.film_transparent = False
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", look
    scene.view_settings.exposure = exposure
    scene.world = _room_air(world)
    return scene


def _room_air(strength):
    """The unseen rest of the room: warm and dim, darker below the table, a paler ceiling."""
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    tree = world.node_tree
    direction = tree.nodes.new("ShaderNodeTexCoord").outputs["Generated"]
    height = tree.nodes.new("ShaderNodeSeparateXYZ")
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    low, high = ramp.color_ramp.elements
    low.position, low.color = 0.0, (0.30, 0.17, 0.09, 1)
    high.position, high.color = 0.9, (1.0, 0.86, 0.70, 1)
    tree.links.new(direction, height.inputs[0])
    tree.links.new(height.outputs["Z"], ramp.inputs["Fac"])
    background = tree.nodes["Background"]
    tree.links.new(ramp.outputs["Color"], background.inputs["Color"])
    background.inputs["Strength"].default_value = strength
    world.cycles.sampling_method = "NONE"  # the room is nearly even: rays find it, and the lamps get all light samples
    return world


# --- materials -------------------------------------------------------------------------------------

def material(name, color, roughness, **inputs):
    """A principled material; further inputs by their Blender name (`Clearcoat=0.6`)."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    for key, value in inputs.items():
        shader.inputs[key].default_value = value
    return made


class Nodes:
    """Short-hand over a material's node tree. A value is a socket or a number, a colour a socket or a triple."""

    def __init__(self, made):
        self.tree = made.node_tree
        self.shader = self.tree.nodes.get("Principled BSDF")
        self.output = self.tree.nodes["Material Output"]
        self.where = self.tree.nodes.new("ShaderNodeTexCoord")
        self.coordinates = self.where.outputs["Object"]

    def new(self, kind, **properties):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in properties.items():
            setattr(node, key, value)
        return node

    def set(self, socket, value):
        """Links a socket to `socket`, or writes a plain value into it."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, *values, clamp=False):
        node = self.new("Math", operation=operation, use_clamp=clamp)
        for socket, value in zip(node.inputs, values):
            self.set(socket, value)
        return node.outputs[0]

    def multiply_add(self, value, factor, plus):
        return self.math("MULTIPLY_ADD", value, factor, plus)

    def smooth(self, value, start, end, low=0.0, high=1.0):
        """Rises softly from `low` to `high` while `value` goes from `start` to `end`."""
        node = self.new("MapRange", interpolation_type="SMOOTHSTEP")
        for socket, given in zip(node.inputs[:5], (value, start, end, low, high)):
            self.set(socket, given)
        return node.outputs[0]

    def times(self, *values):
        """The product of all values."""
        return functools.reduce(lambda a, b: self.math("MULTIPLY", a, b), values)

    def most(self, *values):
        """The largest of all values."""
        return functools.reduce(lambda a, b: self.math("MAXIMUM", a, b), values)

    def split(self, vector):
        node = self.new("SeparateXYZ")
        self.set(node.inputs[0], vector)
        return node.outputs

    def join(self, x=0.0, y=0.0, z=0.0):
        node = self.new("CombineXYZ")
        for socket, value in zip(node.inputs, (x, y, z)):
            self.set(socket, value)
        return node.outputs[0]

    def stretched(self, stretch, vector=None, turn=(0, 0, 0)):
        mapping = self.new("Mapping")
        mapping.inputs["Scale"].default_value = stretch
        mapping.inputs["Rotation"].default_value = turn
        self.set(mapping.inputs["Vector"], vector or self.coordinates)
        return mapping.outputs["Vector"]

    def noise(self, scale, detail=8, distortion=0.0, stretch=(1, 1, 1), vector=None, roughness=0.5, turn=(0, 0, 0)):
        texture = self.new("TexNoise")
        for key, value in (("Scale", scale), ("Detail", detail), ("Distortion", distortion), ("Roughness", roughness)):
            texture.inputs[key].default_value = value
        self.set(texture.inputs["Vector"], self.stretched(stretch, vector, turn))
        return texture.outputs["Fac"]

    def noise_1d(self, value, detail=4):
        texture = self.new("TexNoise", noise_dimensions="1D")
        texture.inputs["Scale"].default_value, texture.inputs["Detail"].default_value = 1, detail
        self.set(texture.inputs["W"], value)
        return texture.outputs["Fac"]

    def cells(self, scale, feature="F1", output="Distance", vector=None, stretch=(1, 1, 1), randomness=1.0):
        """Voronoi cells: bubbles, speckles, pores."""
        texture = self.new("TexVoronoi", feature=feature)
        texture.inputs["Scale"].default_value = scale
        texture.inputs["Randomness"].default_value = randomness
        self.set(texture.inputs["Vector"], self.stretched(stretch, vector))
        return texture.outputs[output]

    def random(self, value):
        """A random number for each value (an index of a plank, a thread)."""
        node = self.new("TexWhiteNoise", noise_dimensions="1D")
        self.set(node.inputs["W"], value)
        return node.outputs["Value"]

    def each_object(self):
        return self.new("ObjectInfo").outputs["Random"]

    def ramp(self, value, dark, light, start=0.0, end=1.0, between=()):
        """A colour ramp; `between` holds further (position, colour) stops."""
        node = self.new("ValToRGB")
        first, last = node.color_ramp.elements
        first.position, first.color = start, (*dark, 1)
        last.position, last.color = end, (*light, 1)
        for position, color in between:
            node.color_ramp.elements.new(position).color = (*color, 1)
        self.tree.links.new(value, node.inputs["Fac"])
        return node.outputs["Color"]

    def mix(self, factor, first, second, blend="MIX"):
        """Mixes two colours."""
        node = self.new("MixRGB", blend_type=blend)
        for socket, value in zip(node.inputs, (factor, first, second)):
            self.set(socket, value)
        return node.outputs["Color"]

    def color(self, value):
        self.set(self.shader.inputs["Base Color"], value)

    def roughness(self, value):
        self.set(self.shader.inputs["Roughness"], value)

    def bump(self, height, strength, distance, under=None):
        """Bump on the principled shader (over the normal `under`, if any); returns the normal for a further layer."""
        node = self.new("Bump")
        node.inputs["Strength"].default_value, node.inputs["Distance"].default_value = strength, distance
        self.tree.links.new(height, node.inputs["Height"])
        if under is not None:
            self.tree.links.new(under, node.inputs["Normal"])
        if self.shader is not None:
            self.tree.links.new(node.outputs["Normal"], self.shader.inputs["Normal"])
        return node.outputs["Normal"]


def walnut(plank=1.45, tone=1.0, polish=0.5):
    """Oiled walnut planks along x, `plank` wide: growth rings, fibres, open pores, a satin finish with wear.

    `tone` lightens or darkens the wood, `polish` goes from 0 (dull) to 1 (waxed).
    """
    made = material("walnut", (0, 0, 0), 0.4, Specular=0.42)
    nodes = Nodes(made)
    x, y, _ = nodes.split(nodes.coordinates)
    row = nodes.math("FLOOR", nodes.math("DIVIDE", y, plank))
    within = nodes.math("FRACT", nodes.math("DIVIDE", y, plank))
    each = nodes.random(row)
    along = nodes.multiply_add(each, 41.0, x)
    place = nodes.join(along, nodes.multiply_add(each, 17.0, y), nodes.math("MULTIPLY", each, 9.0))
    wander = nodes.noise(0.9, detail=3, stretch=(0.16, 0.75, 1), vector=place, distortion=0.3)
    across = nodes.multiply_add(wander, 3.4, nodes.multiply_add(y, 0.75, nodes.math("MULTIPLY", each, 13.0)))
    rings = nodes.noise_1d(nodes.math("MULTIPLY", across, 7.0), detail=5)
    fibres = nodes.noise(1.0, detail=6, stretch=(2.4, 105, 1), vector=place, roughness=0.6)
    pores = nodes.smooth(nodes.noise(1.0, detail=2, stretch=(7.5, 210, 1), vector=place), 0.62, 0.72)
    cloud = nodes.noise(0.55, detail=3, stretch=(0.5, 1.3, 1), vector=place)
    tint = nodes.multiply_add(fibres, 0.34, nodes.multiply_add(rings, 0.62, nodes.multiply_add(cloud, 0.42, -0.2)))
    tint = nodes.multiply_add(each, 0.16, nodes.math("ADD", tint, -0.08))
    shade = [tuple(channel * tone for channel in color) for color in
             ((0.020, 0.0095, 0.0050), (0.062, 0.029, 0.0135), (0.115, 0.057, 0.026), (0.205, 0.110, 0.054))]
    wood = nodes.ramp(tint, shade[0], shade[3], 0.22, 0.86, between=((0.45, shade[1]), (0.62, shade[2])))
    wood = nodes.mix(nodes.math("MULTIPLY", pores, 0.62), wood, shade[0])
    edge = nodes.math("MINIMUM", within, nodes.math("SUBTRACT", 1.0, within))
    gap = nodes.smooth(nodes.math("MULTIPLY", edge, plank), 0.006, 0.016, 1.0, 0.0)
    nodes.color(nodes.mix(nodes.math("MULTIPLY", gap, 0.9), wood, (0.004, 0.002, 0.001)))
    worn = nodes.noise(1.1, detail=5, distortion=0.6)
    scratch = nodes.smooth(nodes.noise(1.0, detail=2, stretch=(1.2, 70, 1), turn=(0, 0, 0.5)), 0.66, 0.70)
    dull = nodes.multiply_add(worn, 0.20, 0.50 - 0.30 * polish)
    nodes.roughness(nodes.multiply_add(pores, 0.12, nodes.multiply_add(scratch, 0.07, dull)))
    relief = nodes.multiply_add(pores, -0.55, nodes.multiply_add(fibres, 0.35, nodes.math("MULTIPLY", scratch, -0.12)))
    first = nodes.bump(relief, strength=0.35, distance=0.006)
    nodes.bump(gap, strength=1.0, distance=-0.012, under=first)
    return made


def linen(color=(0.68, 0.60, 0.485), thread=0.010):
    """Washed linen: a plain weave of uneven threads `thread` apart, with slubs; soft and matt."""
    made = material("linen", color, 0.86, Specular=0.18, Sheen=0.35)
    nodes = Nodes(made)
    x, y, _ = nodes.split(nodes.coordinates)
    waver = nodes.noise(2.2, detail=3)
    u = nodes.math("DIVIDE", nodes.multiply_add(waver, thread * 4, x), thread)
    v = nodes.math("DIVIDE", nodes.multiply_add(waver, thread * -5, y), thread)
    warp_row, weft_row = nodes.math("FLOOR", u), nodes.math("FLOOR", v)
    arch = [nodes.math("SINE", nodes.math("MULTIPLY", nodes.math("FRACT", value), math.pi)) for value in (u, v)]
    over = nodes.math("MODULO", nodes.math("ABSOLUTE", nodes.math("ADD", warp_row, weft_row)), 2.0)
    woven = nodes.multiply_add(over, nodes.math("SUBTRACT", arch[0], arch[1]), arch[1])
    slub = [nodes.noise(1.0, detail=3, vector=nodes.join(nodes.multiply_add(nodes.random(index), 50.0, run), index))
            for index, run in ((warp_row, nodes.math("MULTIPLY", y, 3.0)), (weft_row, nodes.math("MULTIPLY", x, 3.0)))]
    thickness = nodes.multiply_add(over, nodes.math("SUBTRACT", slub[0], slub[1]), slub[1])
    streaks = [nodes.smooth(nodes.noise(1.0, detail=2, stretch=stretch), 0.55, 0.74)
               for stretch in ((2.4, 75, 1), (75, 2.4, 1))]
    coarse = nodes.math("MAXIMUM", *streaks)
    fuzz = nodes.noise(90, detail=4)
    tone = nodes.multiply_add(woven, 0.30, nodes.multiply_add(thickness, 0.75, nodes.math("MULTIPLY", fuzz, 0.25)))
    tone = nodes.multiply_add(coarse, -0.16, tone)
    dark, light = (tuple(channel * factor for channel in color) for factor in (0.52, 1.20))
    nodes.color(nodes.ramp(tone, dark, light, 0.15, 1.0))
    crumple = nodes.bump(nodes.noise(2.6, detail=4, distortion=0.6), strength=0.35, distance=0.05)
    height = nodes.multiply_add(thickness, 0.9, nodes.multiply_add(fuzz, 0.25, nodes.multiply_add(coarse, 0.35, woven)))
    nodes.bump(height, strength=0.8, distance=thread * 0.6, under=crumple)
    return made


def plaster(color=(0.46, 0.38, 0.29)):
    """A limewashed wall: cloudy, trowelled, matt."""
    made = material("plaster", color, 0.9, Specular=0.2)
    nodes = Nodes(made)
    cloud = nodes.noise(0.35, detail=6, distortion=0.8)
    dark, light = (tuple(channel * factor for channel in color) for factor in (0.72, 1.15))
    nodes.color(nodes.ramp(cloud, dark, light, 0.3, 0.75))
    nodes.bump(nodes.noise(1.6, detail=10, distortion=0.5), strength=0.3, distance=0.05)
    return made


def paper(color=(0.70, 0.62, 0.50)):
    """Uncoated kraft or rag paper: fibres, faint mottling, matt."""
    made = material("paper", color, 0.82, Specular=0.22)
    nodes = Nodes(made)
    fibre = nodes.noise(14, detail=5, distortion=1.5, stretch=(1, 4, 1))
    tone = nodes.multiply_add(fibre, 0.6, nodes.math("MULTIPLY", nodes.noise(60, detail=3), 0.4))
    dark, light = (tuple(channel * factor for channel in color) for factor in (0.86, 1.08))
    nodes.color(nodes.ramp(tone, dark, light, 0.3, 0.7))
    nodes.bump(tone, strength=0.22, distance=0.01)
    return made


def _glazed(nodes, gloss):
    """The unevenness of a fired glaze: a slow waviness that breaks reflections, faint smudges, rare pinholes."""
    wave = nodes.noise(3.2, detail=2, distortion=0.4)
    nodes.roughness(nodes.multiply_add(nodes.noise(4.5, detail=5, distortion=0.8), 0.12, gloss - 0.05))
    pinhole = nodes.smooth(nodes.cells(9), 0.0, 0.045, 1.0, 0.0)
    swell = nodes.bump(wave, strength=0.22, distance=0.03)
    nodes.bump(nodes.multiply_add(pinhole, -0.5, nodes.math("MULTIPLY", nodes.noise(26, detail=2), 0.10)),
               strength=0.18, distance=0.01, under=swell)


def china(color=(0.80, 0.765, 0.70), gloss=0.10):
    """Glazed cafe china: warm off-white, a little light below the glaze, crisp reflections broken by its waviness."""
    made = material("china", color, gloss, Specular=0.5, Subsurface=0.06, Clearcoat=0.7)
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Subsurface Radius"].default_value = (0.06, 0.045, 0.03)
    shader.inputs["Subsurface Color"].default_value = (*color, 1)
    shader.inputs["Clearcoat Roughness"].default_value = 0.03
    nodes = Nodes(made)
    cloud = nodes.noise(1.8, detail=4)
    dark = (color[0] * 0.955, color[1] * 0.94, color[2] * 0.915)
    nodes.color(nodes.ramp(cloud, dark, color, 0.3, 0.7))
    _glazed(nodes, gloss)
    return made


def stoneware(color=(0.60, 0.52, 0.42), speckle=0.6, gloss=0.34, raw_below=None, clay=(0.23, 0.13, 0.075)):
    """Thrown stoneware: satin glaze with iron speckles; below the object's height `raw_below` the bare clay shows."""
    made = material("stoneware", color, gloss, Specular=0.45)
    nodes = Nodes(made)
    cloud = nodes.noise(2.2, detail=6, distortion=0.7)
    dark = tuple(channel * 0.78 for channel in color)
    glaze = nodes.ramp(cloud, dark, color, 0.3, 0.7)
    size = nodes.smooth(nodes.noise(5, detail=1), 0.35, 0.75, 0.05, 0.34)
    spots = nodes.smooth(nodes.math("SUBTRACT", nodes.cells(17), size), -0.05, 0.03, speckle, 0.0)
    rare = nodes.smooth(nodes.noise(9, detail=2), 0.45, 0.6)
    glaze = nodes.mix(nodes.math("MULTIPLY", spots, rare), glaze, (0.045, 0.022, 0.012))
    _glazed(nodes, gloss)
    if raw_below is not None:
        height = nodes.multiply_add(nodes.noise(4, detail=3), 0.04, nodes.split(nodes.coordinates)[2])
        bare = nodes.smooth(height, raw_below, raw_below + 0.035, 1.0, 0.0)
        glaze = nodes.mix(bare, glaze, clay)
        made_rough = nodes.shader.inputs["Roughness"].links[0].from_socket
        nodes.roughness(nodes.math("MAXIMUM", made_rough, nodes.math("MULTIPLY", bare, 0.8)))
    nodes.color(glaze)
    return made


def _lets_shadow_through(nodes, surface, tint):
    """Lets shadow and diffuse rays pass straight through a clear body, which would otherwise have a black shadow."""
    path = nodes.new("LightPath")
    clear, both = nodes.new("BsdfTransparent"), nodes.new("MixShader")
    nodes.set(clear.inputs["Color"], tint)
    either = nodes.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    nodes.set(both.inputs[0], either)
    nodes.set(both.inputs[1], surface)
    nodes.set(both.inputs[2], clear.outputs[0])
    nodes.set(nodes.output.inputs["Surface"], both.outputs[0])


def _clear(name, tint, ior, rough, smudge, shadow_tint):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes = Nodes(made)
    nodes.tree.nodes.remove(nodes.shader)
    nodes.shader = None
    body = nodes.new("BsdfGlass", distribution="GGX")
    body.inputs["Color"].default_value, body.inputs["IOR"].default_value = (*tint, 1), ior
    breath = nodes.noise(3.5, detail=6, distortion=1.0)
    nodes.set(body.inputs["Roughness"], nodes.smooth(breath, 0.5, 0.8, rough, rough + smudge))
    nodes.set(body.inputs["Normal"], nodes.bump(nodes.noise(2.4, detail=2), strength=0.12, distance=0.02))
    _lets_shadow_through(nodes, body.outputs[0], shadow_tint)
    return made, nodes


def glass(tint=(0.985, 0.99, 0.98)):
    """Drinking glass: IOR 1.5, hardly tinted, a breath of smudges; model real walls with an inner and an outer side."""
    return _clear("glass", tint, 1.5, 0.0, 0.05, (0.90, 0.91, 0.89))[0]


def ice():
    """Clear ice with a few white flaws; give it an irregular bevelled mesh."""
    made, nodes = _clear("ice", (0.985, 0.99, 1.0), 1.31, 0.02, 0.16, (0.88, 0.90, 0.92))
    return made


def crema(radius=0.38, light=(0.50, 0.255, 0.085), dark=(0.17, 0.062, 0.017)):
    """Espresso crema: hazelnut foam, tiger-flecked, micro-bubbles everywhere and larger ones at the wall.

    The surface is a disk around the object's origin; `radius` is where the wall is.
    """
    made = material("crema", light, 0.30, Specular=0.45, Subsurface=0.10)
    made.node_tree.nodes["Principled BSDF"].inputs["Subsurface Radius"].default_value = (0.05, 0.025, 0.012)
    nodes = Nodes(made)
    x, y, _ = nodes.split(nodes.coordinates)
    out = nodes.math("SQRT", nodes.math("ADD", nodes.math("MULTIPLY", x, x), nodes.math("MULTIPLY", y, y)))
    rim = nodes.smooth(nodes.math("DIVIDE", out, radius), 0.72, 1.0)
    swirl = nodes.noise(3.2, detail=7, distortion=1.6, roughness=0.62)
    fleck = nodes.smooth(nodes.noise(15, detail=5, distortion=0.9, roughness=0.65), 0.50, 0.66)
    grain = nodes.noise(70, detail=3)
    tone = nodes.multiply_add(swirl, 1.0, nodes.multiply_add(fleck, -0.24, nodes.multiply_add(grain, 0.22, -0.06)))
    foam = nodes.ramp(tone, dark, light, 0.22, 0.66)
    small = nodes.smooth(nodes.cells(95), 0.10, 0.42, 1.0, 0.0)
    large = nodes.smooth(nodes.cells(34), 0.10, 0.40, 1.0, 0.0)
    bubbles = nodes.math("MULTIPLY", large, nodes.math("MULTIPLY", rim, nodes.smooth(nodes.noise(7), 0.42, 0.62)))
    nodes.color(nodes.mix(nodes.math("MULTIPLY", bubbles, 0.45), foam, dark))
    nodes.set(nodes.shader.inputs["Subsurface Color"], foam)
    nodes.roughness(nodes.multiply_add(nodes.noise(12, detail=4), 0.30, 0.16))
    fine = nodes.bump(nodes.multiply_add(small, 0.5, grain), strength=0.22, distance=0.006)
    nodes.bump(bubbles, strength=0.5, distance=0.012, under=fine)
    return made


def milk(color=(0.83, 0.77, 0.67), bubbles=0.35):
    """Steamed milk foam: satin, light scattered inside, micro-bubbles (`bubbles` 0 to 1: paint-smooth to dry foam)."""
    made = material("milk foam", color, 0.34, Specular=0.42, Subsurface=0.25)
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Subsurface Radius"].default_value = (0.09, 0.065, 0.04)
    shader.inputs["Subsurface Color"].default_value = (*color, 1)
    nodes = Nodes(made)
    small = nodes.smooth(nodes.cells(80), 0.08, 0.42, 1.0, 0.0)
    large = nodes.smooth(nodes.cells(27), 0.06, 0.36, 1.0, 0.0)
    patches = nodes.smooth(nodes.noise(6, detail=3), 0.5, 0.66)
    burst = nodes.multiply_add(nodes.math("MULTIPLY", large, patches), 1.3, nodes.math("MULTIPLY", small, 0.45))
    shade = tuple(channel * factor for channel, factor in zip(color, (0.86, 0.80, 0.70)))
    nodes.color(nodes.mix(nodes.math("MULTIPLY", burst, 0.5 * bubbles), color, shade))
    nodes.roughness(nodes.multiply_add(nodes.noise(14, detail=4), 0.3, 0.2))
    skin = nodes.math("MULTIPLY", nodes.noise(30), 0.15)
    nodes.bump(nodes.multiply_add(burst, -bubbles, skin), strength=0.4, distance=0.010)
    return made


def _metal(name, color, base, brushed):
    made = material(name, color, base, Metallic=1.0)
    nodes = Nodes(made)
    smudge = nodes.noise(2.6, detail=6, distortion=1.2)
    hairline = nodes.noise(1.0, detail=3, stretch=(4, 150, 150))
    nodes.roughness(nodes.multiply_add(smudge, 0.20, nodes.multiply_add(hairline, 0.16 * brushed, base - 0.10)))
    nodes.color(nodes.ramp(smudge, tuple(0.86 * channel for channel in color), color, 0.3, 0.7))
    dents = nodes.math("MULTIPLY", nodes.noise(3), 0.6)
    nodes.bump(nodes.multiply_add(hairline, brushed, dents), strength=0.06, distance=0.01)
    return made


def steel(brushed=0.4, base=0.17):
    """Table and kitchen steel, used daily: smudged, hairline scratches along the object's x."""
    return _metal("steel", (0.62, 0.59, 0.55), base, brushed)


def roasted(oil=0.5):
    """Coffee beans: matt wrinkled skin under patchy oil; each object a little darker or lighter than its neighbour.

    Pale silverskin shows where the mesh has the attribute of that name (the crease of `props.beans`).
    """
    made = material("roasted", (0, 0, 0), 0.45, Specular=0.45)
    nodes = Nodes(made)
    each = nodes.each_object()
    tone = nodes.multiply_add(nodes.noise(2.6, detail=6), 0.8, nodes.multiply_add(each, 0.7, -0.28))
    skin = nodes.new("Attribute", attribute_name="silverskin").outputs["Fac"]
    brown = nodes.ramp(tone, (0.030, 0.0125, 0.0055), (0.125, 0.052, 0.020))
    nodes.color(nodes.mix(nodes.math("MULTIPLY", skin, 0.75, clamp=True), brown, (0.30, 0.165, 0.075)))
    sheen = nodes.smooth(nodes.noise(1.6, detail=3), 0.35, 0.7)
    nodes.roughness(nodes.multiply_add(sheen, -0.22 * oil, 0.52))
    nodes.bump(nodes.noise(5, detail=6, stretch=(0.7, 1.6, 1.6)), strength=0.25, distance=0.06)
    return made


# --- props -----------------------------------------------------------------------------------------

def put(name, data, at=(0, 0, 0)):
    made = bpy.data.objects.new(name, data)
    made.location = at
    bpy.context.collection.objects.link(made)
    return made


def lathe(name, profile, surface, at=(0, 0, 0), steps=96):
    """Turns a profile of (radius, height) pairs about the z axis."""
    mesh, form = bpy.data.meshes.new(name), bmesh.new()
    corners = [form.verts.new((radius, 0, height)) for radius, height in profile]
    edges = [form.edges.new(pair) for pair in zip(corners, corners[1:])]
    bmesh.ops.spin(form, geom=corners + edges, axis=(0, 0, 1), cent=(0, 0, 0),
                   angle=2 * math.pi, steps=steps, use_merge=True)
    bmesh.ops.remove_doubles(form, verts=form.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = put(name, mesh, at)
    smooth = made.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 2
    return made


def cup(surface, at=(0, 0, 0), radius=0.42, height=0.55, handle_turn=0.0):
    """A plain stand-in for distant cups; `props.cup` has the real ones."""
    r, h = radius, height
    lathe("cup", [(0, 0.02), (r * 0.50, 0.02), (r * 0.55, 0), (r * 0.6, 0.03), (r * 0.8, h * 0.25), (r * 0.95, h * 0.6),
                  (r, h * 0.97), (r * 0.985, h), (r * 0.95, h * 0.98), (r * 0.9, h * 0.6), (r * 0.74, h * 0.25),
                  (r * 0.5, 0.09), (0, 0.07)], surface, at)
    curve = bpy.data.curves.new("handle", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 0.038, 8
    bend = curve.splines.new("BEZIER")
    path = [(r * 0.92, h * 0.80), (r * 1.42, h * 0.72), (r * 1.30, h * 0.36), (r * 0.84, h * 0.28)]
    bend.bezier_points.add(len(path) - 1)
    for point, (x, z) in zip(bend.bezier_points, path):
        point.co = (x, 0, z)
        point.handle_left_type = point.handle_right_type = "AUTO"
    curve.materials.append(surface)
    put("handle", curve, at).rotation_euler = (0, 0, handle_turn)


def saucer(surface, at=(0, 0, 0), radius=0.78):
    r = radius
    lathe("saucer", [(0, 0.03), (r * 0.35, 0.03), (r * 0.4, 0), (r * 0.45, 0.02), (r * 0.8, 0.06), (r, 0.11),
                     (r * 0.99, 0.125), (r * 0.8, 0.085), (r * 0.45, 0.055), (0, 0.05)], surface, at)


def disk(surface, radius, at):
    bpy.ops.mesh.primitive_circle_add(vertices=128, radius=radius, fill_type="NGON", location=at)
    bpy.context.object.data.materials.append(surface)
    return bpy.context.object


def table(surface, size=14, turn=0.0):
    """The table top at z = 0; `turn` turns its planks about z."""
    bpy.ops.mesh.primitive_plane_add(size=size, rotation=(0, 0, turn))
    bpy.context.object.data.materials.append(surface)
    return bpy.context.object


def linen_cloth(surface, size=(8, 6), at=(0, 0, 0), turn=0.0, folds=7, height=0.16, seed=1, flat=(), detail=0.03,
                flat_fade=0.9):
    """A cloth laid on the table with soft folds up to `height`; returns the object.

    `flat` lists (x, y, radius) places in world coordinates where things stand: there the cloth lies at `CLOTH_TOP`;
    within `flat_fade` radii around them the folds come back.
    """
    pick = random.Random(seed)
    width, depth = size
    columns, rows = max(8, int(width / detail)), max(8, int(depth / detail))
    mesh, form = bpy.data.meshes.new("linen"), bmesh.new()
    bmesh.ops.create_grid(form, x_segments=columns, y_segments=rows, size=0.5)
    creases = [_crease(pick, width, depth, height) for _ in range(folds)]
    cosine, sine = math.cos(turn), math.sin(turn)
    for corner in form.verts:
        x, y = corner.co.x * width, corner.co.y * depth
        world = Vector((at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine))
        lift = sum(crease(x, y) for crease in creases) + 0.02 * (noise.noise((x * 1.1, y * 1.1, seed)) + 0.4)
        for flat_x, flat_y, radius in flat:
            near = (world - Vector((flat_x, flat_y))).length / radius
            lift *= min(1.0, max(0.0, (near - 1.0) / flat_fade)) ** 2
        sway = 0.05 * noise.noise((x * 0.8, y * 0.8, seed + 5.5))
        edge = min(width / 2 - abs(x), depth / 2 - abs(y))
        hem = HEM_HEIGHT * min(1.0, max(0.0, (HEM_WIDTH - edge) / detail + 0.5))
        corner.co = (x + sway, y - sway, CLOTH_TOP + max(0.0, lift) + hem)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(surface)
    for face in mesh.polygons:
        face.use_smooth = True
    made = put("linen", mesh, at)
    made.rotation_euler.z = turn
    thick = made.modifiers.new("thickness", "SOLIDIFY")
    thick.thickness, thick.offset = 0.012, -1
    return made


CLOTH_TOP = 0.014
HEM_WIDTH, HEM_HEIGHT = 0.085, 0.010


def _crease(pick, width, depth, height):
    """One soft fold: a wandering ridge, steeper on one side, that fades towards its ends."""
    x0, y0 = pick.uniform(-0.5, 0.5) * width, pick.uniform(-0.5, 0.5) * depth
    direction = pick.gauss(0.5, 0.55)
    cosine, sine = math.cos(direction), math.sin(direction)
    tall, long = height * pick.uniform(0.3, 1.0), pick.uniform(0.25, 0.6) * width
    near, far, phase = pick.uniform(0.10, 0.2), pick.uniform(0.22, 0.45), pick.uniform(0, 100)

    def lift(x, y):
        run = (x - x0) * cosine + (y - y0) * sine
        off = -(x - x0) * sine + (y - y0) * cosine + 0.35 * noise.noise((run * 0.7, phase, 0))
        spread = (near if off > 0 else far) * (1 + 0.4 * noise.noise((run, phase, 3)))
        return tall * math.exp(-(off / spread) ** 2 - (run / long) ** 2)
    return lift


def backdrop(kind="cafe", distance=16.0, seed=4, brightness=1.0, facing=0.0, lamps=11, lamp_heights=(1.5, 7),
             lamp_span=(-12, 12), glow_at=-3.0):
    """The background behind the table, out of focus, `distance` along +y (turned by `facing` about z).

    "cafe": a dark warm room with shelves and lamps far back; "plaster": a limewashed wall in window light. A camera
    that looks down sees only things below its horizon: lower `lamp_heights` for it (below 0: candles on other tables).
    `glow_at` is the x around which the cafe is lightest.
    """
    pick = random.Random(seed)
    hub = put("backdrop", None)
    hub.rotation_euler.z = facing
    bpy.ops.mesh.primitive_plane_add(size=1, location=(0, distance, 8), rotation=(math.pi / 2, 0, 0))
    wall = bpy.context.object
    wall.scale = (WALL_WIDTH, 36, 1)
    wall.parent = hub
    if kind == "plaster":
        wall.data.materials.append(plaster())
        return hub
    wall.data.materials.append(_dark_room(brightness, glow_at / WALL_WIDTH))
    for _ in range(lamps):
        _lamp(pick, hub, distance, brightness, lamp_span, lamp_heights)
    return hub


WALL_WIDTH = 70


def _dark_room(brightness, glow_at):
    """A room too blurred to read: shelves and doorways in warm brown light that falls off to both sides."""
    made = bpy.data.materials.new("dark room")
    made.use_nodes = True
    made.cycles.sample_as_light = False
    nodes = Nodes(made)
    nodes.tree.nodes.remove(nodes.shader)
    x, y, _ = nodes.split(nodes.coordinates)
    shapes = nodes.noise(1.0, detail=1, stretch=(26, 7, 1))
    shelves = nodes.noise(1.0, detail=2, stretch=(7, 30, 1), distortion=0.2)
    falloff = nodes.smooth(nodes.math("ABSOLUTE", nodes.math("SUBTRACT", x, glow_at)), 0.0, 0.17, 1.0, 0.30)
    lumps = nodes.smooth(nodes.multiply_add(shelves, 0.45, nodes.math("MULTIPLY", shapes, 0.7)), 0.42, 0.74)
    glow = nodes.math("MULTIPLY", nodes.multiply_add(lumps, 0.85, 0.15), falloff)
    emission = nodes.new("Emission")
    nodes.set(emission.inputs["Color"], nodes.ramp(glow, (0.008, 0.005, 0.0035), (0.30, 0.15, 0.065), 0.02, 0.95))
    emission.inputs["Strength"].default_value = 0.55 * brightness
    nodes.set(nodes.output.inputs["Surface"], emission.outputs[0])
    return made


def _lamp(pick, hub, distance, brightness, span, heights):
    """One far lamp, wide and dim enough for the lens to turn it into a soft disk without noise."""
    made = bpy.data.materials.new("lamp")
    made.use_nodes = True
    made.cycles.sample_as_light = False
    nodes = Nodes(made)
    nodes.tree.nodes.remove(nodes.shader)
    emission = nodes.new("Emission")
    warmth = pick.uniform(0, 1)
    emission.inputs["Color"].default_value = (1.0, 0.44 + 0.18 * warmth, 0.14 + 0.18 * warmth, 1)
    emission.inputs["Strength"].default_value = pick.uniform(0.25, 1.1) * brightness
    nodes.set(nodes.output.inputs["Surface"], emission.outputs[0])
    radius = pick.uniform(0.18, 0.38)
    place = pick.uniform(*span), distance - pick.uniform(1, 5), pick.uniform(*heights)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=8, radius=radius, location=place)
    bulb = bpy.context.object
    bulb.data.materials.append(made)
    bulb.parent = hub
    bulb.visible_diffuse = bulb.visible_shadow = False


def _facing(thing, target):
    thing.rotation_euler = (Vector(target) - thing.location).to_track_quat("-Z", "Y").to_euler()


def window(at, toward, size, watts, color=(1, 0.95, 0.88)):
    """One square area light; returns its object."""
    light = bpy.data.lights.new("window", "AREA")
    light.size, light.energy, light.color = size, watts, color
    made = put("window", light, at)
    made.visible_camera = False
    _facing(made, toward)
    return made


WINDOW_WIDTH, WINDOW_HEIGHT = 11.0, 15.0
DAYLIGHT, ROOM_SHADE, TUNGSTEN = (1.0, 0.92, 0.81), (0.70, 0.84, 1.0), (1.0, 0.70, 0.42)


def window_light(strength=1.0, fill=1.0, kicker=1.0, target=(0, 0, 0.3), from_angle=150, panes=(2, 3), sun=0.0,
                 sun_height=24):
    """The house light: a tall window at the back-left, weak cool fill from the right, a warm lamp behind.

    `from_angle` is where the window stands, in degrees about z (90 is straight behind the table, 180 left). `panes`
    (columns, rows) show in glossy reflections. `sun` adds a low sunbeam through the same window, `sun_height` degrees
    high, with soft mullion shadows; 1 is a clear morning.
    """
    spot, turn = Vector(target), math.radians(from_angle)
    away = Vector((math.cos(turn), math.sin(turn), 0))
    key = window(spot + away * 15 + Vector((0, 0, 7.5)), spot, WINDOW_WIDTH, 8500 * strength, DAYLIGHT)
    key.data.shape, key.data.size_y = "RECTANGLE", WINDOW_HEIGHT
    _paned(key.data, panes)
    right = Vector((math.cos(turn - 2.2), math.sin(turn - 2.2), 0))
    shade = window(spot + right * 13 + Vector((0, 0, 8)), spot, 12, 800 * fill * strength, ROOM_SHADE)
    shade.visible_glossy = False
    behind = Vector((math.cos(turn - 1.25), math.sin(turn - 1.25), 0))
    window(spot + behind * 11 + Vector((0, 0, 4.5)), spot, 2.5, 300 * kicker * strength, TUNGSTEN)
    if sun:
        _sunbeam(spot, away, math.radians(sun_height), sun * strength, panes)


def _paned(light, panes, bar=0.035):
    """Bars between the panes of an area light, brighter sky above: what china and liquid mirror."""
    light.use_nodes = True
    tree = light.node_tree
    nodes = Nodes.__new__(Nodes)
    nodes.tree, nodes.shader = tree, None
    across, up, _ = nodes.split(nodes.new("NewGeometry").outputs["Parametric"])
    clear = 1.0
    for value, count in zip((across, up), panes):
        cell = nodes.math("FRACT", nodes.math("MULTIPLY", value, float(count)))
        edge = nodes.math("MINIMUM", cell, nodes.math("SUBTRACT", 1.0, cell))
        clear = nodes.math("MULTIPLY", clear, nodes.smooth(edge, bar * count * 0.5, bar * count * 0.8))
    sky = nodes.multiply_add(up, 0.5, 0.75)
    nodes.set(tree.nodes["Emission"].inputs["Strength"], nodes.math("MULTIPLY", clear, sky))


def _sunbeam(spot, away, height, strength, panes, distance=34.0, pane=2.0, softness=0.11):
    """A far lamp masked like a sun behind the window: `pane` is a pane's width on the table, `softness` its blur."""
    light = bpy.data.lights.new("sun", "SPOT")
    light.energy, light.color, light.shadow_soft_size = 52000 * strength, (1.0, 0.82, 0.60), 0.30
    light.spot_size, light.spot_blend = math.radians(26), 0.5
    place = spot + distance * (math.cos(height) * away + Vector((0, 0, math.sin(height))))
    _facing(put("sun", light, place), spot)
    light.use_nodes = True
    nodes = Nodes.__new__(Nodes)
    nodes.tree, nodes.shader = light.node_tree, None
    x, y, z = nodes.split(nodes.new("TexCoord").outputs["Normal"])
    clear = 1.0
    for value, count, side in ((x, panes[0], pane), (y, panes[1], pane * 1.15 * math.sin(height) * 2)):
        slope = nodes.math("MULTIPLY", nodes.math("DIVIDE", value, nodes.math("ABSOLUTE", z)), distance / side)
        cell = nodes.math("FRACT", nodes.multiply_add(slope, 1.0, 50.0 + count / 2))
        edge = nodes.math("MINIMUM", cell, nodes.math("SUBTRACT", 1.0, cell))
        inside = nodes.smooth(nodes.math("ABSOLUTE", slope), count / 2, count / 2 - 2 * softness)
        bars = nodes.smooth(edge, 0.0, softness, 0.25, 1.0)
        clear = nodes.math("MULTIPLY", clear, nodes.math("MULTIPLY", inside, bars))
    nodes.set(light.node_tree.nodes["Emission"].inputs["Strength"], clear)


def camera(at, toward, lens=60, fstop=4.0, focus=None, tilt=0.0):
    """Full-frame camera. `fstop` is the real one at this scale (2.8 is shallow for a cup, 8 keeps most of it sharp)."""
    lens_data = bpy.data.cameras.new("camera")
    lens_data.lens, lens_data.dof.use_dof = lens, True
    lens_data.dof.aperture_fstop = fstop / DECIMETRES_PER_METRE
    lens_data.dof.aperture_blades, lens_data.dof.aperture_rotation = 9, 0.2
    made = bpy.context.scene.camera = put("camera", lens_data, at)
    _facing(made, toward)
    forward = (Vector(toward) - Vector(at)).normalized()
    lens_data.dof.focus_distance = (Vector(focus or toward) - Vector(at)).dot(forward)
    if tilt:
        made.rotation_euler.rotate_axis("Z", tilt)
    return made


def take(path, finish=None):
    """Renders, removes the noise, writes the PNG; `finish` may change the clean linear picture before the grade."""
    darkroom.develop(path, finish)
