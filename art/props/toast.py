"""Toast biscuit: a slice of a long bun, dried hard in the oven, that goes with tea-stall coffee."""
import math

from mathutils import Vector, noise

from props import forms, spices
from props.shading import Graph


def rusk():
    """Twice-baked bread: a porous golden cut face, browned towards its crust."""
    graph = Graph("rusk")
    place = graph.place()
    crust, depth = graph.attribute("crust"), graph.attribute("hole")
    torn = graph.add("VectorMath", place, graph.scale(graph.noise(30, place, detail=3), 0.030)).outputs[0]
    small = graph.span(graph.cells(40, torn), 0.14, 0.46, 1.0, 0.0)
    crumb = graph.noise(42, place, detail=6, roughness=0.72)
    patches = graph.noise(3.5, place, detail=5, roughness=0.6)
    toasted = graph.math("ADD", graph.scale(patches, 0.9, -0.28), graph.scale(crumb, 0.5, -0.2))
    toasted = graph.math("ADD", toasted, graph.scale(crust, 0.6), clamp=True)
    color = graph.ramp(toasted, (0.05, (0.74, 0.50, 0.235)), (0.36, (0.58, 0.32, 0.115)),
                       (0.66, (0.27, 0.098, 0.026)), (0.98, (0.075, 0.024, 0.007)))
    pores = graph.math("MAXIMUM", graph.scale(small, 0.55), depth)
    inside = graph.math("MULTIPLY", pores, graph.scale(crust, -0.8, 0.9))
    color = graph.blend(graph.scale(inside, 0.8), color, (0.30, 0.135, 0.040))
    height = graph.math("ADD", graph.scale(inside, -0.8), graph.scale(crumb, 0.9))
    return graph.surface(graph.principled(color, 0.75, Normal=graph.bump(height, 0.9, 0.022), Specular=0.22,
                                          Subsurface=0.05, Subsurface_Radius=(0.05, 0.025, 0.01),
                                          Subsurface_Color=color))


def slice_of_toast(surface, dice, at, turn=0.0, tilt=0.0, roll=0.0, size=(0.70, 0.40, 0.13)):
    """A slice of a long bun dried hard in the oven: flat foot, domed top, holes in its cut face, crumbled edges."""
    mesh = forms.block("rusk", (2, 2, 2), surface, dice, edge=0.10, lumps=0.015, cuts=110)
    crust, holes = [], []
    shift = Vector((dice.uniform(-50, 50), dice.uniform(-50, 50), 0))
    for corner in mesh.vertices:
        x, y, z = corner.co
        # the outline of the loaf: rounded ends, a domed top at +y
        domed = 1 - 0.20 * abs(x) ** 3.5 - 0.10 * max(y, 0) * abs(x) ** 2
        out = max(abs(x), abs(y))
        uneven = 0.05 * noise.noise(Vector((x * 4, y * 3, 0)) + shift)
        crust.append(max(0, min(1, (out + uneven - 0.89) / 0.09)))
        point = Vector((x * (1 - 0.10 * abs(y) ** 3), y * domed, z))
        hole = 0.0
        if abs(z) > 0.8 and out < 0.93:
            for cells, reach, deep in ((6, 0.34, 1.0), (11, 0.40, 0.8), (19, 0.42, 0.55)):
                spot = Vector((x * cells, y * cells * 0.57, z * 2)) + shift
                near = noise.voronoi(spot)[0][0] + 0.30 * noise.noise(spot * 1.7)
                if noise.noise(spot * 0.31) > -0.30:
                    hole = max(hole, deep * max(0, reach - near) / reach)
            point.z -= math.copysign(0.55 * hole ** 1.2, z)
            point.z += math.copysign(0.05 * noise.noise(Vector((x * 26, y * 15, 3)) + shift), z)
        holes.append(min(1, 1.4 * hole))
        crumbled = max(0, min(out, abs(z)) - 0.82) * max(0, 0.2 + noise.noise(Vector((x * 22, y * 13, z * 4)) + shift))
        point *= 1 + 0.02 * noise.noise(point * 2.2 + shift) - 0.28 * crumbled
        corner.co = [value * extent / 2 for value, extent in zip(point, size)]
    forms.note(mesh, "crust", crust)
    forms.note(mesh, "hole", holes)
    mesh.update()
    return spices.lay("rusk", mesh, at, turn, roll, tilt)
