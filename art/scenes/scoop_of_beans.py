"""A brass scoop left in an open sack of beans, the rim of burlap rolled down, morning sun from the left."""
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import beans, burlap, heap, scoop

TABLE = -1.25           # how far below the beans' level the sack stands
DEPTH = 0.12            # of the layers that are laid bean by bean
BEANS, SCOOPFUL = 2100, 75
SCOOP_AT, SCOOP_TURN, SCOOP_ROLL = (0.06, -0.28, -0.07), math.radians(205), math.radians(-7)


def level(x, y):
    """The sack's filling: a soft heap that slopes to the rim."""
    return 0.05 - 0.055 * (x * x + y * y) + 0.03 * math.sin(2.3 * x + 0.7) * math.cos(1.9 * y) - DEPTH


def fill(sack, trough):
    pick = random.Random(21)
    kinds = beans.meshes(studio.roasted(oil=0.8), variants=6, detail=4)
    reach = sack.radius * sack.oval
    ground = heap.Ground((reach, sack.radius * 1.05), (0, 0), level)
    ground.close(lambda x, y: not sack.inside(x, y))
    heap.floor(ground)
    ground.add_thing(trough)
    heap.fill(ground, BEANS, pick, kinds, tries=7)
    turn = math.cos(SCOOP_TURN), math.sin(SCOOP_TURN)

    def in_scoop(random):
        along, side = random.uniform(0.12, 0.75) * scoop.LENGTH, random.gauss(0, 0.10)
        return SCOOP_AT[0] + along * turn[0] - side * turn[1], SCOOP_AT[1] + along * turn[1] + side * turn[0]
    heap.fill(ground, SCOOPFUL, pick, kinds, where=in_scoop, search=0.06)


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.25)
    studio.table(studio.walnut(), turn=0.3).location.z = TABLE
    sack = burlap.Sack()
    cloth = sack.sew(burlap.jute())
    burlap.fibres(cloth, burlap.fibre())
    _, trough, _ = scoop.scoop(SCOOP_AT, SCOOP_TURN, pitch=math.radians(-3), roll=SCOOP_ROLL)
    fill(sack, trough)
    studio.window_light(from_angle=150, strength=0.7, sun=3, sun_height=34)
    studio.camera((0.1, -2.9, 2.35), (-0.12, -0.42, 0.0), lens=66, fstop=6.3, focus=(-0.3, -0.45, 0.12))
    studio.take(path)


main()
