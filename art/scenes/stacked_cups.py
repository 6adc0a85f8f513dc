"""Washed cups and saucers, stacked a little askew on a walnut shelf before a dark wall; soft light from the left."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import bpy
import studio
from props import cup

PATH, WIDTH, HEIGHT, SAMPLES = studio.arguments(800, 800)
SHELF_DEPTH, SHELF_THICKNESS, SHELF_LENGTH = 2.4, 0.26, 16
SAUCER_STEP = 0.066     # one saucer in another
RIM_TO_RIM = 0.644      # a saucer's foot on a cup's rim


def shelf(surface):
    """A board with its upper side at z = 0 and worn edges, its front at y = -SHELF_DEPTH / 2."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, -SHELF_THICKNESS / 2))
    board = bpy.context.object
    board.data.materials.append(surface)
    for corner in board.data.vertices:
        corner.co.x *= SHELF_LENGTH
        corner.co.y *= SHELF_DEPTH
        corner.co.z *= SHELF_THICKNESS
    edge = board.modifiers.new("worn edge", "BEVEL")
    edge.width, edge.segments = 0.022, 4
    return board


def tower(pick, glazes, at, tiers):
    """Saucer, cup, saucer, cup... each set down a little beside the middle of the last; returns its height."""
    x, y, z = at
    for index in range(tiers):
        x, y = x + pick.uniform(-0.022, 0.022), y + pick.uniform(-0.022, 0.022)
        cup.stand(glazes[index % len(glazes)], cup.CAPPUCCINO, (x, y, z), handle_turn=pick.uniform(-1.1, 0.35),
                  saucer_surface=glazes[(index + 1) % len(glazes)])
        z += cup.WELL_HEIGHT[cup.CAPPUCCINO] + RIM_TO_RIM
    return z


def saucers(pick, glazes, at, count):
    x, y, z = at
    for index in range(count):
        cup.make_saucer(glazes[index % len(glazes)], cup.CAPPUCCINO,
                        (x + pick.uniform(-0.02, 0.02), y + pick.uniform(-0.02, 0.02), z + index * SAUCER_STEP))
    return z + count * SAUCER_STEP


studio.open_studio(WIDTH, HEIGHT, SAMPLES)
pick = random.Random(5)
cream, sand, brown = (studio.china(), studio.stoneware((0.62, 0.54, 0.43)),
                      studio.stoneware((0.10, 0.055, 0.032), speckle=0.2, gloss=0.25))
shelf(studio.walnut(plank=3.1))
wall = studio.backdrop("plaster", distance=SHELF_DEPTH / 2)
for part in wall.children:
    part.data.materials.clear()
    part.data.materials.append(studio.plaster((0.10, 0.075, 0.055)))
tower(pick, (cream, cream, sand), (-0.55, -0.15, 0), 3)
top = saucers(pick, (cream, sand, cream, cream), (1.02, 0.05, 0), 6)
cup.make_cup(brown, cup.ESPRESSO, (1.0, 0.0, top - SAUCER_STEP + cup.WELL_HEIGHT[cup.CAPPUCCINO]), handle_turn=-0.9)
tower(pick, (sand, cream), (-2.25, 0.2, 0), 2)
studio.window_light(target=(0, 0, 0.8), from_angle=200)
studio.camera((0.7, -6.4, 1.35), (0.12, 0, 0.86), lens=80, fstop=3.2, focus=(-0.55, -0.55, 0.9))
studio.take(PATH)
