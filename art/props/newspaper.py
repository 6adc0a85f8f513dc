"""A folded newspaper. Its text is only the rhythm of text: bars for words, columns, a headline, a grey picture."""
import math

import numpy
from mathutils import Vector, noise

import studio
from props import clouds, forms
from props.shading import Graph

PAGE = (2.2, 3.0)                               # a folded page, in decimetres
TEXELS = 260                                    # per decimetre


def _page(random):
    """Ink (0 to 1) of a page, rows from the bottom up."""
    columns, rows = int(PAGE[0] * TEXELS), int(PAGE[1] * TEXELS)
    ink = numpy.zeros((rows, columns), dtype=numpy.float32)
    edge, gap, count = int(0.14 * TEXELS), int(0.08 * TEXELS), 3
    wide = (columns - 2 * edge - (count - 1) * gap) // count
    top = rows - edge
    _words(ink, random, edge, columns - edge, top - int(0.30 * TEXELS), int(0.24 * TEXELS), (0.20, 0.55), 0.9)
    ink[top - int(0.40 * TEXELS):top - int(0.385 * TEXELS), edge:columns - edge] = 0.8
    _words(ink, random, edge, int(columns * 0.68), top - int(0.62 * TEXELS), int(0.13 * TEXELS), (0.10, 0.30), 0.85)
    picture = (edge + wide + gap, edge + count * wide + (count - 1) * gap,
               top - int(1.75 * TEXELS), top - int(0.78 * TEXELS))
    _halftone(ink, random, *picture)
    for column in range(count):
        left = edge + column * (wide + gap)
        line = top - int(0.80 * TEXELS)
        while line > edge:
            covered = picture[0] - gap < left < picture[1] and line > picture[2] - int(0.05 * TEXELS)
            if not covered:
                short = random.uniform(0.3, 0.9) if random.random() < 0.12 else 1.0
                _words(ink, random, left, left + int(wide * short), line, int(0.026 * TEXELS), (0.03, 0.13), 1.0)
            line -= int(0.052 * TEXELS)
    return ink


def _words(ink, random, left, right, bottom, tall, widths, strength):
    """A line of bars with ragged tops."""
    at = left
    while at < right:
        end = min(right, at + int(random.uniform(*widths) * TEXELS))
        for x in range(at, end, max(2, tall // 3)):
            cut = random.uniform(0.55, 1.0)
            ink[bottom:bottom + int(tall * cut), x:x + max(1, int(tall * 0.22))] = strength * random.uniform(0.7, 1)
        at = end + max(3, int(tall * 0.55))


def _halftone(ink, random, left, right, bottom, top):
    phase = random.uniform(0, 50)
    for row in range(bottom, top):
        for column in range(left, right, 2):
            grey = 0.5 + 0.5 * noise.noise(Vector((column * 0.011, row * 0.015, phase)))
            shade = 0.25 + 0.55 * grey * (0.4 + 0.6 * (top - row) / (top - bottom))
            ink[row, column:column + 2] = shade


def newsprint(random):
    """Greyish, a little see-through paper with soft ink."""
    image = clouds.picture("news page", _page(random))
    graph = Graph("newsprint")
    ink = graph.add("TexImage", graph.place("UV"), settings={"image": image}).outputs["Color"]
    fibre = graph.noise(30, detail=5)
    sheet = graph.ramp(fibre, (0.3, (0.56, 0.52, 0.45)), (0.7, (0.64, 0.60, 0.53)))
    color = graph.blend(graph.scale(ink, 0.95), sheet, (0.055, 0.052, 0.05))
    skin = graph.principled(color, 0.85, Specular=0.15, Normal=graph.bump(fibre, 0.2, 0.006))
    return graph.surface(graph.mix(0.12, skin, graph.add("BsdfTranslucent", color).outputs[0]))


def folded(at, turn, random, sheets=4, spring=0.10):
    """A paper folded in half, its fold along the left edge; the sheets lift a little from one another.

    Lies with its lower left corner at `at`, turned by `turn` (radians) about z.
    """
    surface = newsprint(random)
    hub = studio.put("newspaper", None, at)
    hub.rotation_euler.z = turn
    across, up = 60, 50
    for sheet in range(sheets):
        share = (sheet + 1) / sheets
        sway = random.uniform(0, 50)
        corners = []
        for j in range(up + 1):
            for i in range(across + 1):
                x = i / across * PAGE[0] * (1 + 0.008 * sheet * (-1) ** sheet)
                y = j / up * PAGE[1] * (1 - 0.004 * sheet)
                lift = 0.016 * share + spring * share * (0.35 * math.exp(-x / 0.35) + 0.5 * (x / PAGE[0]) ** 3 * share)
                lift += 0.05 * share * max(0.0, noise.noise(Vector((x * 0.9, y * 0.9, sway))))
                fold = 0.05 * share * math.exp(-((x - 0.0) / 0.05) ** 2)
                corners.append(Vector((x + fold, y + 0.01 * sheet, max(0.004 + 0.006 * sheet, lift - fold * 0.8))))
        row = across + 1
        faces = [(j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i)
                 for j in range(up) for i in range(across)]
        data = forms.mesh("news sheet", corners, faces, surface)
        layer = data.uv_layers.new(name="page")
        for loop in data.loops:
            layer.data[loop.index].uv = (loop.vertex_index % row / across, loop.vertex_index // row / up)
        studio.put("news sheet", data).parent = hub
    return hub
