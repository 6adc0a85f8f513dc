"""Washed cups and saucers, stacked a little askew on a walnut shelf before a dark wall; soft light from the left."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import bpy
from mathutils import Vector, noise

import studio
from props import cup

PATH, WIDTH, HEIGHT, SAMPLES = studio.arguments(800, 800)
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


CLOTH = 0.016           # thickness of the folded towel


def towel(surface, left, right, drop=1.1, layers=2, columns=70, rows=90):
    """A tea towel folded lengthwise, laid on the board and hanging over its front edge in soft flutes."""
    bend = 0.05         # radius with which it goes over the edge
    front = -SHELF_DEPTH / 2 - 0.004
    for layer in range(layers):
        long = SHELF_DEPTH * 0.62 + drop - 0.14 * layer
        corners = []
        for row in range(rows + 1):
            way = long * row / rows
            flat = SHELF_DEPTH * 0.62
            for column in range(columns + 1):
                x = left + (right - left) * column / columns + 0.012 * layer
                thick = CLOTH * (layer + 0.6)
                if way < flat:
                    y, z = front + flat - way, thick
                else:
                    turn = min((way - flat) / bend, math.pi / 2)
                    down = max(0.0, way - flat - bend * math.pi / 2)
                    y = front - (bend + thick) * math.sin(turn) + bend * 0.2
                    z = thick - (bend + thick) * (1 - math.cos(turn)) - down
                    flute = math.sin(9 * x + 1.1) + 0.6 * noise.noise(Vector((x * 4, down * 1.5, 2)))
                    y -= 0.035 * min(1, down * 2.5) * (1 + flute)
                    x += 0.03 * down * noise.noise(Vector((x * 2, 1, down)))
                rumple = 0.006 * (1 + noise.noise(Vector((x * 5, way * 4, layer * 3))))
                corners.append((x, y, z + rumple * (way > flat * 0.55)))
        step = columns + 1
        faces = [(r * step + c, r * step + c + 1, (r + 1) * step + c + 1, (r + 1) * step + c)
                 for r in range(rows) for c in range(columns)]
        mesh = bpy.data.meshes.new("towel")
        mesh.from_pydata(corners, [], faces)
        mesh.materials.append(surface)
        for face in mesh.polygons:
            face.use_smooth = True
        studio.put("towel", mesh).modifiers.new("thickness", "SOLIDIFY").thickness = CLOTH * 0.6


studio.open_studio(WIDTH, HEIGHT, SAMPLES, exposure=0.2)
pick = random.Random(5)
cream, sand, brown = (studio.china(), studio.stoneware((0.62, 0.54, 0.43)),
                      studio.stoneware((0.10, 0.055, 0.032), speckle=0.2, gloss=0.25))
shelf(studio.walnut(plank=3.1, tone=0.8))
wall = studio.backdrop("plaster", distance=SHELF_DEPTH / 2)
for part in wall.children:
    part.data.materials.clear()
    part.data.materials.append(studio.plaster((0.060, 0.044, 0.032)))
towel(studio.linen((0.60, 0.51, 0.39)), 0.72, 1.52)
tower(pick, (cream, sand, cream), (-0.46, -0.15, 0), 3)
base = 2.4 * CLOTH
top = saucers(pick, (cream, sand, cream, cream), (1.10, -0.05, base), 5)
cup.make_cup(brown, cup.ESPRESSO, (1.07, -0.08, top - SAUCER_STEP + cup.WELL_HEIGHT[cup.CAPPUCCINO]), handle_turn=-0.9)
tower(pick, (sand, brown), (-2.1, 0.2, 0), 2)
studio.window_light(target=(0, 0, 0.8), from_angle=190, fill=0.5, sun=1.6, sun_height=26)
studio.camera((0.75, -6.5, 1.75), (0.10, 0, 0.97), lens=80, fstop=3.2, focus=(-0.45, -0.55, 1.0))
studio.take(PATH)
