"""Things beside a cup: cardamom pods, date-palm jaggery, a sugar cube, a twist of orange peel, spilt cocoa.

Sizes in decimetres. Every maker returns an object that rests on z = 0 of its own space and lies along x.
"""
import math
import random

from mathutils import Matrix, Vector, noise

import studio
from props import forms
from props.shading import Graph

FULL_TURN = 2 * math.pi


def lay(name, mesh, at=(0, 0, 0), turn=0.0, roll=0.0, tilt=0.0, scale=1.0):
    """Puts a mesh down on height `at[2]`: rolled about its length, tilted, turned about z, then lowered to touch."""
    pose = Matrix.Rotation(turn, 4, "Z") @ Matrix.Rotation(tilt, 4, "Y") @ Matrix.Rotation(roll, 4, "X")
    lowest = min((pose @ corner.co).z for corner in mesh.vertices) * scale
    made = studio.put(name, mesh, (at[0], at[1], at[2] - lowest))
    made.rotation_euler, made.scale = pose.to_euler(), (scale, scale, scale)
    return made


def shell_grid(rows, columns, closed):
    """The faces of a rows x columns net, sewn together sideways if it is closed."""
    faces = []
    for row in range(rows - 1):
        for column in range(columns if closed else columns - 1):
            after = (column + 1) % columns
            faces.append((row * columns + column, (row + 1) * columns + column,
                          (row + 1) * columns + after, row * columns + after))
    return faces


# --- cardamom --------------------------------------------------------------------------------------

POD_LENGTH, POD_GIRTH = 0.19, 0.085


def husk():
    """The papery green of a pod, bleached along its ribs and towards its ends."""
    graph = Graph("cardamom husk")
    place = graph.place()
    along = graph.math("ABSOLUTE", graph.scale(graph.split(place)[0], 2 / POD_LENGTH))
    ribs = graph.attribute("rib")
    each = graph.add("ObjectInfo").outputs["Random"]
    patches = graph.noise(22, place, detail=5)
    worn = graph.math("ADD", graph.scale(along, 0.35), graph.scale(ribs, 0.28))
    worn = graph.math("ADD", worn, graph.scale(patches, 0.75, -0.38))
    worn = graph.math("ADD", worn, graph.scale(each, 0.35, -0.2), clamp=True)
    color = graph.ramp(worn, (0.0, (0.110, 0.150, 0.040)), (0.45, (0.235, 0.265, 0.095)), (1.0, (0.50, 0.43, 0.23)))
    inside = graph.seen_from_behind()
    fibres = graph.noise(60, graph.stretched(place, (0.4, 3, 3)), detail=4)
    bump = graph.bump(fibres, 0.5, 0.01)
    skin = graph.principled(graph.blend(inside, color, (0.62, 0.53, 0.34)), 0.62, Normal=bump, Specular=0.3,
                            Subsurface=0.08, Subsurface_Radius=(0.02, 0.018, 0.006), Subsurface_Color=color)
    return graph.surface(skin)


def pod_mesh(name, surface, dice, open_by=0.0):
    """A three-sided pod with fine ribs; `open_by` (0..1) is how far one seam gapes."""
    rows, columns = 44, 84
    corners, ribs = [], []
    shift = Vector((dice.uniform(-50, 50), dice.uniform(-50, 50), dice.uniform(-50, 50)))
    bow, slant = dice.uniform(-0.05, 0.05), dice.uniform(-0.12, 0.12)
    for row in range(rows):
        u = -1 + 2 * row / (rows - 1)
        # blunt at the stalk (u = -1), drawn out to a beak at the tip
        body = max(1 - abs(u) ** 2.4, 0) ** (0.62 if u < 0 else 0.85)
        beak = 0.055 * (1 - max(0, (abs(u) - 0.93) / 0.07)) if abs(u) > 0.86 else 0.055
        gape = open_by * 1.5 * max(1 - ((u - 0.25) / 1.0) ** 2, 0)
        for column in range(columns):
            angle = gape / 2 + (FULL_TURN - gape) * column / (columns - (1 if open_by else 0))
            sides = 1 + 0.075 * math.cos(3 * (angle - math.pi / 3)) - 0.05 * abs(math.cos(1.5 * angle)) ** 12
            rib = 0.5 + 0.5 * math.cos(27 * angle + 2.2 * noise.noise(Vector((u * 1.5, angle, 0)) + shift))
            radius = max(body * sides, beak) * (1 + 0.030 * rib * body)
            radius *= 1 + 0.07 * noise.noise(Vector((u * 1.8, math.cos(angle) * 1.2, math.sin(angle) * 1.2)) + shift)
            flare = 1 + 0.35 * gape * math.exp(-(min(angle, FULL_TURN - angle) / 0.5) ** 2)
            corners.append((u * POD_LENGTH / 2,
                            (radius * math.sin(angle) * flare + bow * (1 - u * u)) * POD_GIRTH / 2,
                            (radius * math.cos(angle) * flare + slant * u * 0.4) * POD_GIRTH / 2))
            ribs.append(rib)
    made = forms.mesh(name, corners, shell_grid(rows, columns, closed=not open_by), surface)
    forms.note(made, "rib", ribs)
    return made


def seed_surface():
    graph = Graph("cardamom seed")
    place = graph.place()
    color = graph.ramp(graph.noise(70, place), (0.3, (0.016, 0.010, 0.006)), (0.75, (0.085, 0.050, 0.026)))
    return graph.surface(graph.principled(color, 0.42, Normal=graph.bump(graph.noise(90, place), 0.6, 0.01)))


def pod(surface, seed_material, dice, at, turn=0.0, roll=0.0, open_by=0.0, scale=1.0):
    """One pod on the table; a gaping one shows its seeds in two rows and has dropped none of them."""
    mesh = pod_mesh("pod", surface, dice, open_by)
    made = lay("pod", mesh, at, turn, roll, scale=scale)
    if open_by:
        thick = made.modifiers.new("thick", "SOLIDIFY")
        thick.thickness, thick.offset = 0.004, -1
        kernels = [seed_mesh(seed_material, dice) for _ in range(3)]
        for index in range(13):
            kernel = studio.put("seed", kernels[index % 3])
            kernel.parent = made
            along, row = (index // 2 - 3) / 3.4, index % 2 - 0.5
            kernel.location = (along * POD_LENGTH * 0.36, row * POD_GIRTH * 0.34 * (1 - along ** 2 * 0.5),
                               POD_GIRTH * (0.16 - 0.12 * along ** 2) + dice.uniform(-0.003, 0.003))
            kernel.rotation_euler = [dice.uniform(0, FULL_TURN) for _ in range(3)]
    return made


def seed_mesh(surface, dice):
    """A small angular seed, about 3 mm."""
    return forms.block("seed", (0.033, 0.026, 0.024), surface, dice, edge=0.55, lumps=0.16, cuts=6)


def specks(surface, dice, count, spot, scale=1.0):
    """Crushed cardamom: husk and seed crumbs at `spot(dice) -> (x, y, z)`."""
    crumbs = [forms.block("crumb", [dice.uniform(0.006, 0.022) for _ in "xyz"], surface[index % len(surface)], dice,
                          edge=0.3, lumps=0.35, cuts=4) for index in range(6)]
    for _ in range(count):
        crumb = studio.put("crumb", dice.choice(crumbs), spot(dice))
        size = scale * dice.uniform(0.35, 1.0) ** 1.5
        crumb.scale = (size, size, size)
        crumb.rotation_euler = [dice.uniform(0, FULL_TURN) for _ in range(3)]


def dust(surface, dice, count, spot, grain=0.004):
    """A spilt pinch of powder at `spot(dice) -> (x, y, z)`: one mesh of many tiny grains, some of them in clumps."""
    corners, faces = [], []
    tetrahedron = [Vector(corner) for corner in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))]
    for _ in range(count):
        place = Vector(spot(dice))
        for _ in range(1 if dice.random() < 0.85 else 7):
            size = grain * dice.uniform(0.25, 1) ** 2
            axis = Vector((dice.random(), dice.random(), 0.1 + dice.random()))
            turn = Matrix.Rotation(dice.uniform(0, FULL_TURN), 3, axis)
            near = place + Vector((dice.gauss(0, grain), dice.gauss(0, grain), size * 0.5))
            start = len(corners)
            corners.extend(near + turn @ corner * size * 0.6 for corner in tetrahedron)
            faces.extend((start + a, start + b, start + c) for a, b, c in ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)))
    return studio.put("dust", forms.mesh("dust", corners, faces, surface))


# --- jaggery ---------------------------------------------------------------------------------------

def jaggery():
    """Date-palm jaggery: dull and dark where it met the mould, fudgy and crystalline where it broke."""
    graph = Graph("jaggery")
    place = graph.place()
    broken = graph.attribute("broken")
    clouds = graph.noise(5, place, detail=6)
    grains = graph.noise(95, place, detail=3, roughness=0.7)
    crystals = graph.cells(60, place)
    crust = graph.ramp(graph.math("ADD", clouds, graph.scale(grains, 0.3, -0.15)),
                       (0.3, (0.075, 0.032, 0.011)), (0.75, (0.190, 0.092, 0.034)))
    fresh = graph.ramp(graph.math("ADD", graph.scale(clouds, 0.9), graph.scale(grains, 0.5, -0.2)),
                       (0.25, (0.120, 0.046, 0.012)), (0.8, (0.300, 0.135, 0.040)))
    color = graph.blend(broken, crust, fresh)
    rough = graph.span(grains, 0.35, 0.7, 0.38, 0.75)
    height = graph.math("ADD", graph.scale(grains, 0.6), graph.scale(crystals, graph.scale(broken, 0.6, 0.1)))
    return graph.surface(graph.principled(color, rough, Normal=graph.bump(height, 0.55, 0.02), Specular=0.16,
                                          Subsurface=0.05, Subsurface_Radius=(0.02, 0.009, 0.004),
                                          Subsurface_Color=color))


def jaggery_block(surface, dice, size=(1.0, 1.0, 0.30), breaks=((0.55, 0.35, 0.15, 0.16),), cuts=80):
    """A piece of a moulded disc, snapped off along planes `(x, y, z, offset)` whose faces stay rough."""
    corners, broken = [], []
    mesh = forms.block("jaggery", (2, 2, 2), surface, random.Random(1), edge=0.2, lumps=0.0, cuts=cuts)
    shift = Vector((dice.uniform(-50, 50), dice.uniform(-50, 50), dice.uniform(-50, 50)))
    for corner in mesh.vertices:
        point = corner.co.copy()
        # a square block pressed round: the mould is a shallow bowl
        flat = math.hypot(point.x, point.y)
        if flat > 1e-6:
            point.xy *= max(abs(point.x), abs(point.y)) / flat
        point.xy *= 1 + 0.07 * point.z
        point *= 1 + 0.025 * noise.noise(point * 1.7 + shift)
        rough = 0.0
        for x, y, z, offset in breaks:
            normal = Vector((x, y, z)).normalized()
            craggy = 0.08 * noise.noise(point * 1.7 + shift) + 0.03 * noise.noise(point * 5 + shift) \
                + 0.016 * noise.noise(point * 13 + shift) + 0.012 * noise.noise(point * 29 + shift)
            over = point.dot(normal) - offset - craggy
            if over > 0:
                point -= normal * over
            rough = max(rough, min(max(over * 9 + 0.5, 0), 1))
        corner.co = [value * extent / 2 for value, extent in zip(point, size)]
        broken.append(rough)
    forms.note(mesh, "broken", broken)
    mesh.update()
    return mesh


def shaving_mesh(surface, dice, length=0.16, width=0.05):
    """A flake that curled off the knife, thinner and torn at its edges."""
    rows, columns = 26, 9
    curl, spiral = dice.uniform(2.2, 5.0), dice.uniform(-0.25, 0.25)
    shift = dice.uniform(-50, 50)
    corners = []
    for row in range(rows):
        t = row / (rows - 1)
        angle = curl * t
        radius = length / curl * (1 - 0.25 * t)
        tear = 1 + 0.55 * noise.noise(Vector((t * 7, shift, 0)))
        for column in range(columns):
            side = (column / (columns - 1) - 0.5) * width * tear * min(1, 5 * t + 0.25, 5 * (1 - t) + 0.25)
            ripple = 0.004 * noise.noise(Vector((t * 9, column * 0.6, shift)))
            corners.append((math.sin(angle) * (radius + ripple), side + spiral * t * length,
                            (1 - math.cos(angle)) * radius))
    made = forms.mesh("shaving", corners, shell_grid(rows, columns, closed=False), surface)
    forms.note(made, "broken", [0.8] * len(corners))
    return made


def shavings(surface, dice, count, spot, crumbs=40):
    """A loose heap of flakes and crumbs at `spot(dice) -> (x, y, z)`."""
    flakes = [shaving_mesh(surface, dice, dice.uniform(0.10, 0.22), dice.uniform(0.03, 0.06)) for _ in range(7)]
    for _ in range(count):
        flake = lay("shaving", dice.choice(flakes), spot(dice), turn=dice.uniform(0, FULL_TURN),
                    roll=dice.choice((0, 0.3, -0.4, 1.4, 3.0)), scale=dice.uniform(0.5, 1.0))
        flake.modifiers.new("thick", "SOLIDIFY").thickness = 0.006
    bits = [forms.block("crumb", [dice.uniform(0.02, 0.06) for _ in "xyz"], surface, dice, edge=0.35, lumps=0.3, cuts=6)
            for _ in range(5)]
    for mesh in bits:
        forms.note(mesh, "broken", [0.9] * len(mesh.vertices))
    for _ in range(crumbs):
        lay("crumb", dice.choice(bits), spot(dice), turn=dice.uniform(0, FULL_TURN), roll=dice.uniform(0, FULL_TURN),
            scale=dice.uniform(0.12, 0.8) ** 1.4)


# --- sugar -----------------------------------------------------------------------------------------

def sugar():
    graph = Graph("sugar")
    place = graph.place()
    crystals = graph.cells(190, place)
    glint = graph.span(graph.noise(260, place, detail=2), 0.45, 0.65, 0.6, 0.10)
    height = graph.math("ADD", crystals, graph.scale(graph.noise(240, place), 0.4))
    return graph.surface(graph.principled((0.87, 0.84, 0.785), glint, Normal=graph.bump(height, 0.8, 0.006),
                                          Subsurface=0.3, Subsurface_Radius=(0.030, 0.026, 0.022),
                                          Subsurface_Color=(0.88, 0.85, 0.80)))


def sugar_cube(surface, dice, at, turn=0.0, size=0.155, tilt=0.0):
    """A pressed cube: flat sides of packed grains, edges a little crumbled."""
    mesh = forms.block("sugar", (2, 2, 2), surface, dice, edge=0.07, lumps=0.012, cuts=64)
    shift = Vector((dice.uniform(-50, 50), dice.uniform(-50, 50), dice.uniform(-50, 50)))
    for corner in mesh.vertices:
        grain = 0.5 * noise.noise(corner.co * 17 + shift) + noise.noise(corner.co * 29 + shift)
        edge = sorted(abs(value) for value in corner.co)[1]
        crumbled = max(0, edge - 0.88) / 0.12 * max(0, 0.12 + noise.noise(corner.co * 5 + shift))
        corner.co *= 1 + 0.012 * grain - 0.20 * crumbled
        corner.co *= size / 2
    mesh.update()
    return lay("sugar", mesh, at, turn, tilt=tilt)


# --- orange peel -----------------------------------------------------------------------------------

def peel_skin():
    graph = Graph("orange skin")
    place = graph.place("UV")
    pores = graph.cells(1.0, graph.stretched(place, (70, 12, 1)))
    tone = graph.noise(3, graph.stretched(place, (6, 1, 1)), detail=4)
    color = graph.ramp(tone, (0.3, (0.62, 0.170, 0.012)), (0.75, (0.80, 0.300, 0.028)))
    pits = graph.span(pores, 0.0, 0.45, 0.0, 1.0)
    return graph.surface(graph.principled(color, graph.span(pores, 0, 0.5, 0.5, 0.33), Specular=0.45,
                                          Normal=graph.bump(pits, 0.45, 0.012), Subsurface=0.15,
                                          Subsurface_Radius=(0.05, 0.02, 0.004), Subsurface_Color=color))


def pith():
    graph = Graph("orange pith")
    fluff = graph.noise(60, detail=5, roughness=0.65)
    color = graph.ramp(fluff, (0.25, (0.70, 0.50, 0.24)), (0.75, (0.86, 0.76, 0.55)))
    return graph.surface(graph.principled(color, 0.8, Normal=graph.bump(fluff, 0.5, 0.015), Subsurface=0.2,
                                          Subsurface_Radius=(0.05, 0.04, 0.02), Subsurface_Color=color))


PEEL_ROWS, PEEL_COLUMNS, PEEL_THICKNESS = 150, 11, 0.020


def peel_twist(at, turn=0.0, coil=0.058, turns=2.4, width=0.105, length=0.50, seed=5):
    """A long strip pared off an orange and wound round a finger: skin outside, pith within, its last bit uncurled."""
    shift = random.Random(seed).uniform(-50, 50)
    spots = [(side, row / (PEEL_ROWS - 1), column / (PEEL_COLUMNS - 1) - 0.5)
             for side in (0, 1) for row in range(PEEL_ROWS) for column in range(PEEL_COLUMNS)]
    corners = [_peel_corner(*spot, coil, turns, width, length, shift) for spot in spots]
    net = shell_grid(PEEL_ROWS, PEEL_COLUMNS, closed=False)
    each = PEEL_ROWS * PEEL_COLUMNS
    edge = _outline(PEEL_ROWS, PEEL_COLUMNS)
    faces = net + [tuple(each + corner for corner in reversed(face)) for face in net] \
        + [(other, one, each + one, each + other) for one, other in zip(edge, edge[1:] + edge[:1])]
    slots = [0] * len(net) + [1] * (len(faces) - len(net))
    mesh = forms.mesh("peel", corners, faces, [peel_skin(), pith()], slots)
    layer = mesh.uv_layers.new(name="wrap")
    for loop in mesh.loops:
        _, along, across = spots[loop.vertex_index]
        layer.data[loop.index].uv = (along, across + 0.5)
    return lay("peel", mesh, at, turn)


def _peel_corner(side, along, across, coil, turns, width, length, shift):
    """A corner of the strip: `side` 0 is the skin, 1 the pith; `along` runs 0..1, `across` -0.5..0.5."""
    angle = FULL_TURN * turns * along
    open_coil = coil * (1 + 0.9 * max(0, along - 0.78) ** 1.2 + 0.25 * (1 - along))
    centre = Vector((length * (along - 0.5), math.sin(angle) * open_coil, math.cos(angle) * open_coil))
    radial = Vector((0, math.sin(angle), math.cos(angle)))
    lean = Vector((1, 0.35 * math.cos(angle), -0.35 * math.sin(angle))).normalized()
    ragged = 1 + 0.10 * noise.noise((along * 6, shift, 0))
    taper = min(1, 9 * along + 0.25, 6 * (1 - along) + 0.12) * ragged
    # thinner towards its edges, cupped a little
    depth = PEEL_THICKNESS * (1 - (2 * abs(across)) ** 3) * 0.9 + 0.002
    wobble = 0.006 * noise.noise((along * 11, across * 2, shift))
    return centre + lean * across * width * taper + radial * (wobble - depth * side - 0.25 * coil * across * across)


def _outline(rows, columns):
    """The corners of a net along its four sides, once around."""
    return [row * columns for row in range(rows)] + [(rows - 1) * columns + column for column in range(1, columns)] \
        + [row * columns + columns - 1 for row in range(rows - 2, -1, -1)] + list(range(columns - 2, 0, -1))
