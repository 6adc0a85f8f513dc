"""Coffee in bloom: a thread of water from a gooseneck falls on swollen grounds in a paper filter, steam behind."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import studio
from props import dripper

path, width, height, samples = studio.arguments(800, 800)
scene = studio.open_studio(width, height, samples)
scene.cycles.transmission_bounces = 12
scene.cycles.max_bounces = 16

studio.table(studio.linen())
dripper.cone(studio.china())
dripper.filter_paper()
bed = dripper.Bed(level=0.70)
dripper.grounds(bed)
dripper.bubbles(bed)
pour = bed.pour
surface = bed.height(pour.x, pour.y)
mouth = (pour.x + 0.13, pour.y + 0.02, 1.52)
dripper.gooseneck(mouth, dripper.steel(), away=(1, 0.25, 0))
dripper.stream((mouth[0] - 0.01, mouth[1], mouth[2] + 0.01), (pour.x, pour.y, surface - 0.01), 0.6, dripper.water())

studio.window_light(target=(0, 0, 0.7), from_angle=130)
studio.camera((-0.5, -2.6, 2.5), (0.08, 0, 0.86), lens=66, fstop=11, focus=(0.02, -0.15, 0.75))
studio.take(path)
