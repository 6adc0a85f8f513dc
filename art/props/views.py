"""Views far behind the table, out of focus: windows that are brighter than the room around them."""
import math

import bpy

import studio
from props.shading import Graph


def misty_window(distance=14.0, left=-9.0, right=1.2, sill=0.4, top=11.0, panes=(3, 3), brightness=1.0, turn=0.0,
                 wall=(0.42, 0.35, 0.27)):
    """A paned window in a limewashed wall, `distance` along +y: fog outside, the far bank of a river only a rumour."""
    hub = studio.put("view", None)
    hub.rotation_euler.z = turn
    _wall(hub, distance, left, right, sill, top, studio.plaster(wall))
    width, height = right - left, top - sill
    fog = _plane("fog", hub, (left + width / 2, distance + 0.8, sill + height / 2), (width + 2, height + 2))
    fog.data.materials.append(_fog(brightness))
    wood = studio.material("window bars", (0.30, 0.22, 0.15), 0.6)
    for column in range(panes[0] + 1):
        _bar(hub, wood, (left + width * column / panes[0], distance, sill + height / 2), (0.30, 0.3, height))
    for row in range(panes[1] + 1):
        _bar(hub, wood, (left + width / 2, distance, sill + height * row / panes[1]), (width, 0.3, 0.30))
    return hub


def garden(distance=16.0, brightness=1.0, turn=0.0, seed=0.0):
    """Mint beds and low trees in morning light, far out of focus: greens with holes of bright sky."""
    hub = studio.put("view", None)
    hub.rotation_euler.z = turn
    graph = Graph("garden")
    graph.material.cycles.sample_as_light = False
    place = graph.add("VectorMath", graph.place(), (seed, seed, 0), settings={"operation": "ADD"}).outputs[0]
    height = graph.split(graph.place("UV"))[1]
    crowns = graph.noise(9.0, place, detail=6, roughness=0.6, distortion=0.4)
    masses = graph.noise(3.0, place, detail=2)
    tone = graph.scale(crowns, 1.7, graph.scale(masses, 1.1, graph.scale(height, 0.9, -1.38)))
    color = graph.ramp(tone, (0.22, (0.030, 0.042, 0.016)), (0.44, (0.115, 0.135, 0.05)), (0.58, (0.30, 0.32, 0.13)),
                       (0.72, (0.72, 0.70, 0.40)), (0.86, (1.0, 0.93, 0.74)))
    sheet = _plane("garden", hub, (0, distance, 2), (34, 26))
    sheet.data.materials.append(graph.surface(graph.add("Emission", color, brightness).outputs[0]))
    return hub


def _fog(brightness):
    graph = Graph("fog")
    graph.material.cycles.sample_as_light = False
    x, height, _ = graph.split(graph.place("UV"))
    drift = graph.noise(3.0, graph.stretched(graph.place("UV"), (1, 3, 1)), detail=4)
    height = graph.scale(graph.scale(drift, 1.0, -0.5), 0.10, height)
    sky = graph.ramp(height, (0.0, (0.52, 0.54, 0.53)), (0.20, (0.62, 0.63, 0.61)), (0.26, (0.36, 0.40, 0.40)),
                     (0.34, (0.50, 0.52, 0.51)), (0.44, (0.78, 0.76, 0.71)), (1.0, (1.0, 0.95, 0.86)))
    return graph.surface(graph.add("Emission", sky, 1.15 * brightness).outputs[0])


def _wall(hub, distance, left, right, sill, top, surface):
    """Four pieces around the opening."""
    far = 40
    for name, x_from, x_to, z_from, z_to in (("left", -far, left, -6, far), ("right", right, far, -6, far),
                                             ("below", left, right, -6, sill), ("above", left, right, top, far)):
        piece = _plane("wall " + name, hub, ((x_from + x_to) / 2, distance, (z_from + z_to) / 2),
                       (x_to - x_from, z_to - z_from))
        piece.data.materials.append(surface)


def _plane(name, hub, at, size):
    bpy.ops.mesh.primitive_plane_add(size=1, location=at, rotation=(math.pi / 2, 0, 0))
    made = bpy.context.object
    made.name, made.scale, made.parent = name, (*size, 1), hub
    return made


def _bar(hub, surface, at, size):
    bpy.ops.mesh.primitive_cube_add(size=1, location=at)
    made = bpy.context.object
    made.scale, made.parent = size, hub
    made.data.materials.append(surface)
