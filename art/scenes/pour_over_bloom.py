"""Coffee in bloom: a thread of water from a gooseneck falls on swollen grounds in a paper filter, steam in the sun."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import dripper, steam, tabletops

CAMERA = (-0.42, -2.30, 2.42)
TABLE = -1.07               # the cone stands on a server, which the picture leaves out
MOUTH_BESIDE, MOUTH_HEIGHT = (0.15, 0.03), 1.40     # the spout's mouth from where the water lands


def pour(bed):
    x, y = bed.pour.x, bed.pour.y
    mouth = (x + MOUTH_BESIDE[0], y + MOUTH_BESIDE[1], MOUTH_HEIGHT)
    dripper.gooseneck(mouth, dripper.steel(), away=(1, 0.30, 0))
    dripper.stream((mouth[0] - 0.01, mouth[1], mouth[2] + 0.01), (x, y, bed.height(x, y) - 0.01), 0.6, dripper.water())


def main():
    path, width, height, samples = studio.arguments(800, 800)
    studio.open_studio(width, height, samples, exposure=0.15)
    studio.table(tabletops.worn_wood(), size=40, turn=0.9).location.z = TABLE
    studio.linen_cloth(studio.linen(), size=(5, 4), at=(-1.3, 1.9, TABLE), turn=0.5, folds=8, height=0.25, seed=3)
    dripper.cone(studio.stoneware((0.72, 0.65, 0.55), speckle=0.7, gloss=0.24))
    dripper.filter_paper()
    bed = dripper.Bed(level=0.70)
    dripper.grounds(bed)
    dripper.bubbles(bed)
    pour(bed)
    steam.rise((0.02, 0.10, 0.74), CAMERA, width=1.0, height=1.15, seed=5, density=0.42, glow=0.9)
    studio.window_light(target=(0, 0, 0.6), from_angle=128, strength=0.8, sun=1.6, sun_height=38)
    studio.camera(CAMERA, (0.06, 0.0, 0.84), lens=66, fstop=9, focus=(0.04, -0.12, 0.78))
    studio.take(path)


main()
