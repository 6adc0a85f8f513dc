"""From the set to a PNG: renders, removes the noise, grades.

It removes the noise while the light is still linear. The scene's view transform, look and exposure come after that, so
the grade is the same with and without denoising. The variable NICETIES_DENOISER (set by the `art` command) names the
network's weights, else they are in art/.cache. Without them the picture keeps its noise, and a line says so.
"""
import os
import tempfile
import time

import bpy
import numpy as np

import denoise

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".cache", "rt_hdr_alb_nrm.tza")
PASSES = {"color": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}


def develop(path, finish=None):
    """Renders the scene to a PNG. `finish` may change the clean linear picture (height x width x 3) before the grade."""
    scene = bpy.context.scene
    weights = os.environ.get("NICETIES_DENOISER") or WEIGHTS
    with tempfile.TemporaryDirectory() as folder:
        _keep_passes(scene, folder)
        bpy.ops.render.render()
        light = {name: _read(os.path.join(folder, f"{name}{scene.frame_current:04d}.exr")) for name in PASSES}
    if os.path.exists(weights):
        started = time.monotonic()
        picture = denoise.denoise(**light, weights=denoise.read_weights(weights))
        print(f"Denoised in {time.monotonic() - started:.1f} s.", flush=True)
    else:
        print(f"No denoiser: there are no weights at {weights}; the picture keeps its noise.", flush=True)
        picture = light["color"]
    _save(scene, path, finish(picture) if finish else picture)


def _keep_passes(scene, folder):
    """Makes Blender write the raw passes to `folder`: otherwise scripts cannot read the pixels of a render."""
    scene.view_layers[0].cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    layers = tree.nodes.new("CompositorNodeRLayers")
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format, files.format.color_depth, files.format.color_mode = "OPEN_EXR", "32", "RGB"
    files.file_slots.clear()
    for name, output in PASSES.items():
        files.file_slots.new(name)
        tree.links.new(layers.outputs[output], files.inputs[name])


def _read(path):
    image = bpy.data.images.load(path)
    width, height = image.size
    pixels = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, image.channels)[:, :, :3]


def _save(scene, path, picture):
    height, width = picture.shape[:2]
    image = bpy.data.images.new("picture", width, height, float_buffer=True)
    image.pixels.foreach_set(np.dstack([picture, np.ones((height, width))]).astype(np.float32).ravel())
    kind = scene.render.image_settings
    kind.file_format, kind.color_mode, kind.color_depth = "PNG", "RGB", "16"  # Soft walls would show steps in 8 bits.
    image.save_render(path, scene=scene)
