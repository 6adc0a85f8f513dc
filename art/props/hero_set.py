"""The set of the hero: a cappuccino on linen and dark walnut, beans running out of a brass scoop, low morning light.

The wide and the tall photograph share it. The cup stands at the origin; the left of the table is kept dark and quiet.
"""
import math
import random

import bpy
import studio
from props import beans, cup, foam, latte_art, scoop, spoon, steam

TABLE_SIZE, TABLE_BACK_EDGE = 24, 2.9
LEVEL = 0.588               # how high the cappuccino stands in its cup
SCOOP_AT, SCOOP_TURN = (-1.12, 0.34, 0.0), math.radians(276)
SCOOP_SIZE = 0.8            # a scoop for the counter, smaller than the one for sacks
CURTAIN_AT = (-5.3, 0.0, 2.4)   # near the dark side, so that the cup still sees most of the window
SPILLED, IN_SCOOP, STRAYS = 105, 50, 9
SAUCER_RADIUS = 0.77


def build(camera_at, lamp_heights, lamp_span, brightness):
    """Everything on the table; the steam's cards face `camera_at`, lamps glow in the blur behind where it sees them."""
    table = studio.table(studio.walnut(tone=0.54), TABLE_SIZE)
    table.location.y = TABLE_BACK_EDGE - TABLE_SIZE / 2
    studio.backdrop("cafe", seed=9, brightness=brightness, lamps=9, lamp_heights=lamp_heights, lamp_span=lamp_span,
                    glow_at=3.5)
    cloth = _napkin()
    vessel, plate = _cappuccino()
    spoon.tea_spoon(studio.steel(), at=(-0.20, -0.575, studio.CLOTH_TOP + 0.128), turn=0.32, lean=0.02)
    _beans([cloth, vessel, plate])
    _steam(camera_at)


def _napkin():
    return studio.linen_cloth(studio.linen(), size=(2.0, 2.0), at=(0.55, 0.0, 0), turn=-0.42, folds=14,
                              height=0.22, seed=12, flat=[(0, 0, 0.76)], flat_fade=0.35, detail=0.022)


def _cappuccino():
    china = studio.china()
    place = (0, 0, studio.CLOTH_TOP)
    pair = cup.stand(china, at=place, handle_turn=-0.42)
    picture = foam.latte_picture("rosetta", latte_art.rosetta(random.Random(4)), seed=4)
    surface = foam.painted("cappuccino", picture)
    height = place[2] + cup.WELL_HEIGHT[cup.CAPPUCCINO] + LEVEL
    foam.surface("cappuccino", surface, cup.CAPPUCCINO.wall(LEVEL) + 0.002, (0, 0, height), turn=0.35)
    return pair


def _beans(solids):
    stand, trough, _ = scoop.scoop(SCOOP_AT, SCOOP_TURN)
    stand.scale = (SCOOP_SIZE, SCOOP_SIZE, SCOOP_SIZE)
    forward = (math.cos(SCOOP_TURN), math.sin(SCOOP_TURN))
    kinds = beans.meshes()

    def start(pick, index):
        if index < IN_SCOOP:
            along, spread, height = pick.uniform(0.2, 0.7), 0.07, 0.16 + 0.012 * index
        else:
            along, spread, height = 0.95 + abs(pick.gauss(0, 0.45)), 0.24, 0.2 + 0.010 * (index - IN_SCOOP)
        reach = along * scoop.LENGTH * SCOOP_SIZE
        x, y = (middle + part * reach + pick.gauss(0, spread) for middle, part in zip(SCOOP_AT, forward))
        return x, y, height
    for bean in beans.drop(IN_SCOOP + SPILLED, 21, start, [*solids, trough], kinds):
        if bean.location.xy.length < SAUCER_RADIUS:
            bpy.data.objects.remove(bean)   # a waiter would leave no bean on the saucer
    _strays(kinds)


def _strays(kinds):
    """Single beans that rolled away to the left and to the front."""
    pick = random.Random(8)
    for _ in range(STRAYS):
        x, y = -2.0 - abs(pick.gauss(0, 0.7)), -0.9 + pick.gauss(0, 0.35)
        beans.place(pick.choice(kinds), (x, y, 0), pick.uniform(0, 6.3), pick.random() < 0.4, roll=pick.gauss(0, 0.15))


def _steam(camera_at):
    top = studio.CLOTH_TOP + LEVEL + 0.03
    steam.rise((-0.04, 0.06, top), camera_at, width=0.70, height=1.5, seed=3, density=0.34, lean=0.25)
    steam.rise((0.12, -0.05, top), camera_at, width=0.58, height=1.2, seed=21, density=0.22, lean=0.25)


def light():
    """The house window from the side; a curtain keeps most of it off the left of the table."""
    studio.window_light(strength=1.0, fill=0.55, kicker=0.35, from_angle=153)
    bpy.ops.mesh.primitive_plane_add(size=1, location=CURTAIN_AT, rotation=(math.pi / 2, 0, math.radians(72)))
    curtain = bpy.context.object
    curtain.scale = (2.6, 4.4, 1)
    curtain.visible_camera = curtain.visible_glossy = False
    curtain.data.materials.append(studio.material("curtain", (0.05, 0.03, 0.02), 0.9))
