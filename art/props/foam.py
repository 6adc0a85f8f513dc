"""Milk foam, crema and the surface of a drink in a cup: a domed disc that climbs the wall, painted from arrays."""
import math
import random

import bmesh
import bpy
import numpy as np

import studio
from props import latte_art

# Colours are linear light.
MILK = (0.90, 0.80, 0.63)
CREMA_DARK, CREMA_LIGHT = (0.130, 0.046, 0.013), (0.36, 0.170, 0.058)
ESPRESSO_DARK, ESPRESSO_LIGHT = (0.080, 0.025, 0.007), (0.42, 0.200, 0.072)
TEXELS = 1400


def blend(dark, light, share):
    """A picture (rows, columns, 3) between two colours or pictures by a field of shares."""
    share = share[..., None]
    return np.asarray(dark, np.float32) * (1 - share) + np.asarray(light, np.float32) * share


def picture(name, colors, height):
    """A Blender image with colour in RGB and the height of the surface (around 0.5) in alpha."""
    rows, columns = height.shape
    image = bpy.data.images.new(name, columns, rows, alpha=True, float_buffer=True)
    image.alpha_mode = "CHANNEL_PACKED"
    texels = np.dstack([colors, height]).astype(np.float32)
    image.pixels.foreach_set(texels.ravel())
    image.pack()
    return image


def distance_from_middle(size):
    x, y = latte_art.grid(size)
    return np.sqrt(x * x + y * y)


# --- pictures --------------------------------------------------------------------------------------

def latte_picture(name, pour, seed, size=TEXELS, scale=1.15, crema=(CREMA_DARK, CREMA_LIGHT), milk=MILK, bubbles=2600,
                  rim_milk=0.0, warmth=0.14, wander=0.02, shift=(0.0, 0.0)):
    """Poured art: milk on crema. `rim_milk` is the pale ring that a wet pour leaves at the wall."""
    noise = np.random.default_rng(seed)
    far = distance_from_middle(size)
    share = np.zeros((size, size), np.float32)
    if pour:
        share = latte_art.milk_on_coffee(pour, size, noise, wander, scale, shift)
    tone = latte_art.crema_tone(size, noise)
    # crema gathers, darker and thicker, at the wall
    tone = np.clip(tone * 0.8 + 0.1 - 0.34 * latte_art.smooth_step(0.80, 0.99, far), 0, 1)
    streaks = latte_art.fractal(share.shape, 18, noise, octaves=4)
    ring = rim_milk * latte_art.smooth_step(0.93, 0.985, far) * latte_art.smooth_step(0.35, 0.7, streaks)
    share = np.clip(np.maximum(share, ring), 0, 1)
    # no milk foam is pure: crema tints it in faint clouds
    tinted = blend(milk, blend(*crema, tone), warmth * (0.3 + 1.4 * streaks))
    colors = blend(blend(*crema, tone), tinted, share)
    height, shade = np.zeros_like(far), np.ones_like(far)
    dice = random.Random(seed)
    latte_art.stamp_bubbles(height, shade, bubbles, (size * 0.0011, size * 0.0052), dice)
    latte_art.stamp_bubbles(height, shade, bubbles // 3, (size * 0.0020, size * 0.0090), dice, rim_pull=24)
    grain = latte_art.fractal(far.shape, 220, noise, octaves=2) - 0.5
    # bubbles show on crema and hardly in dense milk
    seen = 1 - 0.72 * share
    colors = colors * (1 - (1 - shade) * seen)[..., None] * (1 + 0.05 * grain[..., None])
    return picture(name, colors, 0.5 + 0.12 * height * seen + 0.03 * grain + 0.035 * share)


def espresso_picture(name, seed, size=TEXELS, bubbles=3000):
    """Hazelnut crema, tiger-flecked, thinner and darker at the wall."""
    noise = np.random.default_rng(seed)
    far = distance_from_middle(size)
    tone = latte_art.tiger(size, noise)
    tone = np.clip(tone + 0.06 - 0.30 * latte_art.smooth_step(0.86, 0.99, far), 0, 1)
    colors = blend(ESPRESSO_DARK, ESPRESSO_LIGHT, latte_art.smooth_step(-0.05, 1.05, tone))
    height, shade = np.zeros_like(far), np.ones_like(far)
    dice = random.Random(seed)
    latte_art.stamp_bubbles(height, shade, bubbles, (size * 0.0012, size * 0.0065), dice, rim_pull=4)
    latte_art.stamp_bubbles(height, shade, bubbles // 8, (size * 0.003, size * 0.013), dice, rim_pull=30)
    grain = latte_art.fractal(far.shape, 200, noise, octaves=2) - 0.5
    return picture(name, colors * shade[..., None] * (1 + 0.10 * grain[..., None]), 0.5 + 0.14 * height + 0.05 * grain)


# --- surface ---------------------------------------------------------------------------------------

def painted(name, image, roughness=0.34, bump=0.35, subsurface=0.12, glow=(0.035, 0.018, 0.008)):
    """The wet, soft material of a foam: the picture, its height as bump, a little light under the skin."""
    made = studio.material(name, (0, 0, 0), roughness, Subsurface=subsurface, Specular=0.32)
    made.node_tree.nodes["Principled BSDF"].inputs["Subsurface Radius"].default_value = glow
    nodes = studio.Nodes(made)
    texture = nodes.tree.nodes.new("ShaderNodeTexImage")
    texture.image, texture.interpolation, texture.extension = image, "Cubic", "EXTEND"
    flat = nodes.tree.nodes.new("ShaderNodeUVMap")
    flat.uv_map = "from above"
    nodes.tree.links.new(flat.outputs["UV"], texture.inputs["Vector"])
    nodes.color(texture.outputs["Color"])
    if subsurface:
        nodes.tree.links.new(texture.outputs["Color"], nodes.shader.inputs["Subsurface Color"])
    nodes.bump(texture.outputs["Alpha"], strength=bump, distance=0.03)
    return made


def surface(name, image_material, radius, at, dome=0.012, meniscus=0.012, turn=0.0, rings=48, steps=128, seed=1):
    """The top of a drink: domed in the middle, climbing the wall in its last millimetres; `turn` spins its picture.

    Give the radius of the wall plus a hair, so that the surface meets the china without a gap.
    """
    form, dice = bmesh.new(), random.Random(seed)
    ripples = [(dice.randint(2, 5), dice.random() * 2 * math.pi, dice.uniform(0.0005, 0.0014)) for _ in range(4)]

    def lift(far, angle):
        wall = meniscus * math.exp(-(1 - far) * radius / 0.016)
        soft = sum(size * far * far * math.sin(waves * angle + phase) for waves, phase, size in ripples)
        return dome * (1 - far ** 2.5) + wall + soft

    middle = form.verts.new((0, 0, lift(0, 0)))
    circles = []
    for ring in range(1, rings + 1):
        far = (ring / rings) ** 0.8
        angles = [2 * math.pi * step / steps for step in range(steps)]
        circles.append([form.verts.new((far * radius * math.cos(a), far * radius * math.sin(a), lift(far, a)))
                        for a in angles])
    for step in range(steps):
        after = (step + 1) % steps
        form.faces.new((middle, circles[0][step], circles[0][after]))
        for inner, outer in zip(circles, circles[1:]):
            form.faces.new((inner[step], outer[step], outer[after], inner[after]))
    layer = form.loops.layers.uv.new("from above")
    cosine, sine = math.cos(turn), math.sin(turn)
    for face in form.faces:
        face.smooth = True
        for loop in face.loops:
            x, y = loop.vert.co.x / radius / 2, loop.vert.co.y / radius / 2
            loop[layer].uv = (0.5 + x * cosine + y * sine, 0.5 - x * sine + y * cosine)
    mesh = bpy.data.meshes.new(name)
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(image_material)
    return studio.put(name, mesh, at)
