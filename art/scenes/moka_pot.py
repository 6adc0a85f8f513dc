"""A worn moka pot over the low blue flames of a gas ring, steam at its spout, the window low at the left."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import bpy
import studio
from props import hob, moka, steam

CAMERA = (0.75, -4.3, 1.95)
SPOUT = (0.60, -0.09, 1.22)          # steam begins a little below the beak and shows from there on
POT_TURN = 3.0                      # handle left, beak right
WALL_AT, WALL_SIZE, TILE, GROUT = 5.2, 30, 1.0, 0.035


def tiles():
    """Hand-made glazed tiles, each of its own brown-green, buckled so that each mirrors another bit of the window."""
    made = studio.material("tiles", (0, 0, 0), 0.16, Specular=0.5)
    nodes = studio.Nodes(made)
    x, y, _ = nodes.split(nodes.coordinates)
    across, up = (nodes.math("DIVIDE", value, TILE) for value in (x, y))
    number = nodes.multiply_add(nodes.math("FLOOR", up), 17.0, nodes.math("FLOOR", across))
    each = nodes.random(number)
    edges = [nodes.math("MINIMUM", part, nodes.math("SUBTRACT", 1.0, part)) for part in
             (nodes.math("FRACT", across), nodes.math("FRACT", up))]
    joint = nodes.smooth(nodes.math("MINIMUM", *edges), GROUT * 0.5, GROUT, 1.0, 0.0)
    cloud = nodes.multiply_add(nodes.noise(1.4, detail=4), 0.5, nodes.multiply_add(each, 0.6, -0.05))
    glaze = nodes.ramp(cloud, (0.030, 0.026, 0.017), (0.115, 0.092, 0.058), 0.2, 0.8)
    nodes.color(nodes.mix(joint, glaze, (0.10, 0.078, 0.055)))
    nodes.roughness(nodes.multiply_add(joint, 0.6, 0.14))
    buckle = nodes.noise(0.8, detail=1, vector=nodes.join(nodes.multiply_add(each, 9.0, x), y, each))
    nodes.bump(nodes.multiply_add(joint, -0.4, buckle), strength=0.7, distance=0.12)
    return made


def wall():
    """The kitchen wall close behind."""
    bpy.ops.mesh.primitive_plane_add(size=1, location=(0, WALL_AT, 5), rotation=(math.pi / 2, 0, 0))
    made = bpy.context.object
    for corner in made.data.vertices:
        corner.co *= WALL_SIZE
    made.data.materials.append(tiles())


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.75)
    hob.ring(turn=0.5)
    moka.pot(at=(0.02, 0.01, 0), turn=POT_TURN)
    wall()
    steam.rise(SPOUT, CAMERA, width=0.6, height=1.0, seed=7, density=0.4, glow=0.5)
    studio.window_light(target=(0, 0, 0.8), from_angle=166, sun=1.8, sun_height=22)
    # a white card at the front left for the facets that face neither window nor room
    studio.window((-3.4, -3.6, 1.6), (0, 0, 0.7), size=2.2, watts=45, color=(1, 0.93, 0.84))
    studio.camera(CAMERA, (-0.10, 0, 0.68), lens=75, fstop=5.6, focus=(0.0, -0.38, 0.9))
    studio.take(path)


main()
