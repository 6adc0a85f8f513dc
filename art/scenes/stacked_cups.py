"""Washed cups and saucers, stacked a little askew on a walnut shelf before a dark wall; soft light from the left."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import bpy
import studio
from props import cup, towel

SHELF_DEPTH, SHELF_THICKNESS, SHELF_LENGTH = 2.4, 0.26, 16
SAUCER_STEP = 0.066     # one saucer in another
RIM_TO_RIM = 0.644      # a saucer's foot on a cup's rim
LEAN = 0.010            # how far, in radians, a piece stands from level


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


def dark_wall():
    """Limewash in a brown so dark that the cups stand out from it."""
    for part in studio.backdrop("plaster", distance=SHELF_DEPTH / 2).children:
        part.data.materials.clear()
        part.data.materials.append(studio.plaster((0.060, 0.044, 0.032)))


def tower(pick, glazes, at, tiers):
    """Saucer, cup, saucer, cup... each set down a little beside the middle of the last, none quite level."""
    x, y, z = at
    for index in range(tiers):
        x, y = x + pick.uniform(-0.04, 0.04), y + pick.uniform(-0.03, 0.03)
        pieces = cup.stand(glazes[index % len(glazes)], cup.CAPPUCCINO, (x, y, z), handle_turn=pick.uniform(-1.0, 0.3),
                           saucer_surface=glazes[(index + 1) % len(glazes)])
        lean = pick.uniform(-LEAN, LEAN) if index else 0
        for piece in pieces:
            piece.rotation_euler.y += lean
        z += cup.WELL_HEIGHT[cup.CAPPUCCINO] + RIM_TO_RIM


def saucers(pick, glazes, at, count):
    x, y, z = at
    for index in range(count):
        cup.make_saucer(glazes[index % len(glazes)], cup.CAPPUCCINO,
                        (x + pick.uniform(-0.02, 0.02), y + pick.uniform(-0.02, 0.02), z + index * SAUCER_STEP))
    return z + count * SAUCER_STEP


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.2)
    pick = random.Random(5)
    cream, sand, brown = (studio.china(), studio.stoneware((0.62, 0.54, 0.43)),
                          studio.stoneware((0.10, 0.055, 0.032), speckle=0.2, gloss=0.25))
    shelf(studio.walnut(plank=3.1, tone=0.8))
    dark_wall()
    towel.over_edge(studio.linen((0.60, 0.51, 0.39)), 0.72, 1.52, front=-SHELF_DEPTH / 2)
    tower(pick, (cream, sand, cream), (-0.46, -0.15, 0), 3)
    top = saucers(pick, (cream, sand, cream, cream), (1.10, -0.05, towel.LYING), 5)
    in_well = top - SAUCER_STEP + cup.WELL_HEIGHT[cup.CAPPUCCINO]
    cup.make_cup(brown, cup.ESPRESSO, (1.07, -0.08, in_well), handle_turn=-0.9)
    tower(pick, (sand, brown), (-2.1, 0.2, 0), 2)
    studio.window_light(target=(0, 0, 0.8), from_angle=190, fill=0.5, sun=1.6, sun_height=26)
    studio.camera((0.75, -6.5, 1.75), (0.10, 0, 0.97), lens=80, fstop=3.2, focus=(-0.45, -0.55, 1.0))
    studio.take(path)


main()
