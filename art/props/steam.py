"""Steam: ribbons of vapour carried through a slow whirling flow, painted on upright cards that face the camera.

Uneven veils leave the drink and are drawn out into wisps by the whirls they rise through. Cards cost hardly any
render time.
"""
import math

import bpy
import numpy as np
import studio
from mathutils import Vector

TEXELS = (224, 448)     # across, up
WHIRL = 256             # texels of the repeating flow


def rise(at, toward, width=0.9, height=1.5, seed=1, density=0.45, color=(1.0, 0.93, 0.84), glow=0.75, lean=0.0):
    """One card of wisps standing on `at` and facing the place `toward` (the camera); `lean` is a draught along its x.

    `density` is the most that the steam veils the background, `glow` how bright the lit vapour is.
    """
    mesh = bpy.data.meshes.new("steam")
    half = width / 2
    mesh.from_pydata([(-half, 0, 0), (half, 0, 0), (half, 0, height), (-half, 0, height)], [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new(name="card")
    for corner, uv in zip(layer.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        corner.uv = uv
    mesh.materials.append(_vapour(_wisps(seed, lean), density, color, glow))
    card = studio.put("steam", mesh, at)
    away = Vector(toward) - Vector(at)
    card.rotation_euler.z = math.atan2(away.y, away.x) + math.pi / 2
    card.visible_shadow = card.visible_diffuse = card.visible_glossy = False
    return card


def _vapour(picture, density, color, glow):
    made = bpy.data.materials.new("vapour")
    made.use_nodes = True
    made.cycles.sample_as_light = False
    nodes = studio.Nodes(made)
    nodes.tree.nodes.remove(nodes.shader)
    image = nodes.new("TexImage", interpolation="Cubic", extension="CLIP")
    image.image = picture
    nodes.set(image.inputs["Vector"], nodes.where.outputs["UV"])
    light, clear, both = nodes.new("Emission"), nodes.new("BsdfTransparent"), nodes.new("MixShader")
    light.inputs["Color"].default_value, light.inputs["Strength"].default_value = (*color, 1), glow
    nodes.set(both.inputs[0], nodes.math("MULTIPLY", image.outputs["Color"], density))
    nodes.set(both.inputs[1], clear.outputs[0])
    nodes.set(both.inputs[2], light.outputs[0])
    nodes.set(nodes.output.inputs["Surface"], both.outputs[0])
    return made


def _wisps(seed, lean, steps=64):
    """Follows every texel's vapour back down through the whirls to the drink and looks up how dense it left there."""
    dice = np.random.default_rng(seed)
    large, small = _curl(dice, 1.6), _curl(dice, 4.5)
    columns, rows = TEXELS
    shape = columns / rows
    across = ((np.arange(columns) + 0.5) / columns - 0.5) * shape
    y, x = np.meshgrid((np.arange(rows) + 0.5) / rows, across, indexing="ij")
    high, climb = y.copy(), 1.25 / steps
    for step in range(steps):
        aloft = y > 0
        drift = 0.5 * step / steps
        grown = 0.12 + 1.2 * np.clip(y, 0, 1)
        push = [0.62 * _sample(a, x, y + drift) + 0.20 * _sample(b, x, y + 1.6 * drift) for a, b in zip(large, small)]
        draught = lean * np.clip(y, 0, 1) + 0.9 * x * np.clip(0.35 - y, 0, 1)
        x = np.where(aloft, x - climb * (grown * push[0] + draught), x)
        y = np.where(aloft, y - climb * np.maximum(0.25, 1 + 0.45 * grown * push[1]), y)
    return _picture(seed, _soften(_sheet(dice, x / shape, high - y), high))


def _sheet(dice, start, age):
    """How dense the vapour left the drink at `start` (-0.5..0.5 across the card), `age` ago: a few uneven veils."""
    broad, fine = _whirl(dice, 2.2), _whirl(dice, 5)
    veils = 0.30 + 0.55 * _sample(broad, start * 1.4, age * 0.35) + 0.32 * _sample(fine, start * 1.2, age * 0.30)
    return np.clip(veils, 0, None) * np.exp(-(start / 0.20) ** 2)


def _soften(cloud, high):
    """Vapour spreads while it rises: from fairly crisp to soft, thinning out towards the top and the sides."""
    up, across = high, np.abs(np.linspace(-1, 1, cloud.shape[1]))[None, :]
    soft = np.clip(up * 1.5, 0, 1)
    cloud = (1 - soft) * _blur(cloud, 2.5) + soft * _blur(cloud, 8)
    fade = np.clip(up / 0.14, 0, 1) ** 1.4 * np.clip((1 - up) / 0.85, 0, 1) ** 1.5 * np.clip((1 - across) / 0.4, 0, 1)
    return np.clip(cloud, 0, 1.4) / 1.4 * fade


def _curl(dice, lumps):
    """A flow without sources: along the contours of a smooth random field."""
    field = _whirl(dice, lumps)
    down, right = np.gradient(field)
    scale = 1 / np.sqrt((down ** 2 + right ** 2).mean())
    return down * scale, -right * scale


def _whirl(dice, lumps):
    """A repeating field of smooth random values around 0."""
    waves = np.fft.rfft2(dice.standard_normal((WHIRL, WHIRL)))
    fy, fx = np.fft.fftfreq(WHIRL)[:, None] * WHIRL, np.fft.rfftfreq(WHIRL)[None, :] * WHIRL
    field = np.fft.irfft2(waves * np.exp(-(fx * fx + fy * fy) / (2 * lumps * lumps)), (WHIRL, WHIRL))
    return (field / field.std()).astype(np.float32)


def _sample(field, x, y):
    column, row = (x % 1) * WHIRL, (y % 1) * WHIRL
    c, r = column.astype(np.int32), row.astype(np.int32)
    right, down = column - c, row - r
    c, r = c % WHIRL, r % WHIRL
    c1, r1 = (c + 1) % WHIRL, (r + 1) % WHIRL
    top = field[r, c] * (1 - right) + field[r, c1] * right
    return top * (1 - down) + (field[r1, c] * (1 - right) + field[r1, c1] * right) * down


def _blur(field, texels):
    """A Gaussian blur by Fourier transform."""
    rows, columns = field.shape
    fy, fx = np.fft.fftfreq(rows)[:, None], np.fft.rfftfreq(columns)[None, :]
    weight = np.exp(-2 * (math.pi * texels) ** 2 * (fx * fx + fy * fy))
    return np.fft.irfft2(np.fft.rfft2(field) * weight, field.shape)


def _picture(seed, veil):
    rows, columns = veil.shape
    image = bpy.data.images.new(f"steam {seed}", columns, rows, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(np.dstack([veil, veil, veil, np.ones_like(veil)]).astype(np.float32).ravel())
    image.pack()
    return image
