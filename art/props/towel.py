"""A tea towel, folded lengthwise, that lies on a board and hangs over its front edge."""
import math

import bpy
from mathutils import Vector, noise

import studio

CLOTH = 0.016               # what one layer adds to the height
LYING = 2.4 * CLOTH         # the height of things that stand on the folded towel
BEND = 0.05                 # radius with which it goes over the edge
FLUTE = 0.035               # depth of the folds in the hanging part
COLUMNS, ROWS = 70, 90


def over_edge(surface, left, right, front, lying=1.5, hanging=1.1, layers=2):
    """Between x = `left` and `right`; the board's edge is at y = `front`. The upper layers end a little shorter."""
    for layer in range(layers):
        long = lying + hanging - 0.14 * layer
        across = [left + (right - left) * column / COLUMNS + 0.012 * layer for column in range(COLUMNS + 1)]
        corners = [_point(x, long * row / ROWS, lying, front, layer) for row in range(ROWS + 1) for x in across]
        step = COLUMNS + 1
        faces = [(r * step + c, r * step + c + 1, (r + 1) * step + c + 1, (r + 1) * step + c)
                 for r in range(ROWS) for c in range(COLUMNS)]
        mesh = bpy.data.meshes.new("towel")
        mesh.from_pydata(corners, [], faces)
        mesh.materials.append(surface)
        for face in mesh.polygons:
            face.use_smooth = True
        studio.put("towel", mesh).modifiers.new("thickness", "SOLIDIFY").thickness = CLOTH * 0.6


def _point(x, way, lying, front, layer):
    """A point `way` along the cloth from its end at the back: flat, round the edge, then down in soft flutes."""
    thick = CLOTH * (layer + 0.6)
    if way < lying:
        return x, front + lying - way, thick
    turn = min((way - lying) / BEND, math.pi / 2)
    down = max(0.0, way - lying - BEND * math.pi / 2)
    flute = 1 + math.sin(9 * x + 1.1) + 0.6 * noise.noise(Vector((x * 4, down * 1.5, 2)))
    y = front - (BEND + thick) * math.sin(turn) + 0.2 * BEND - FLUTE * min(1, 2.5 * down) * flute
    z = thick - (BEND + thick) * (1 - math.cos(turn)) - down
    return x + 0.03 * down * noise.noise(Vector((x * 2, 1, down))), y, z
