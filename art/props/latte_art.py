"""How poured milk spreads on coffee: the patterns of latte art, as arrays, with no Blender in it.

A pour is a list of small drops of milk, each pushing what already floats there outward, and of strokes that drag the
surface along a line. To paint a point of the surface, its way is followed back through that list until it falls inside
a drop. So leaves wrap around each other and thin towards their ends the way they do in a jug's stream.

Coordinates: the unit disc, x to the right, y away from the drinker; the stem of a leaf points to -y.
"""
import math

import numpy as np


# --- fields ----------------------------------------------------------------------------------------

def grid(size, reach=1.0):
    """The x and y of every texel of a square picture that spans -reach..reach, first row lowest."""
    line = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 * reach - reach
    return np.meshgrid(line, line)


def value_noise(shape, cells, random):
    """Smooth noise in 0..1 with about `cells` lumps across, from a numpy Generator."""
    knots = random.random((cells + 3, cells + 3)).astype(np.float32)
    rows, columns = (np.linspace(0, cells, n, endpoint=False, dtype=np.float32) for n in shape)

    def soft(position):
        whole = position.astype(int)
        part = position - whole
        return whole, part * part * (3 - 2 * part)

    (r, down), (c, right) = soft(rows), soft(columns)
    down, right = down[:, None], right[None, :]
    top = knots[np.ix_(r, c)] * (1 - right) + knots[np.ix_(r, c + 1)] * right
    bottom = knots[np.ix_(r + 1, c)] * (1 - right) + knots[np.ix_(r + 1, c + 1)] * right
    return top * (1 - down) + bottom * down


def fractal(shape, cells, random, octaves=5, fading=0.5):
    """Several noises over each other, in 0..1; every next one twice as fine."""
    total, weight, sum_of_weights = 0.0, 1.0, 0.0
    for _ in range(octaves):
        total = total + weight * value_noise(shape, cells, random)
        sum_of_weights += weight
        cells, weight = cells * 2, weight * fading
    return total / sum_of_weights


def blur(field, texels):
    """A soft (twice boxed) blur."""
    width = max(1, int(texels))
    for axis in (0, 1, 0, 1):
        padded = np.pad(field, [(width, width) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        total = np.cumsum(padded, axis=axis, dtype=np.float64)
        high, low = (np.take(total, range(start, start + field.shape[axis]), axis=axis) for start in (2 * width, 0))
        field = ((high - low) / (2 * width)).astype(np.float32)
    return field


def smooth_step(low, high, value):
    part = np.clip((value - low) / (high - low), 0, 1)
    return part * part * (3 - 2 * part)


# --- pouring ---------------------------------------------------------------------------------------

class Pour:
    """A barista's pour, move by move."""

    def __init__(self):
        self.moves = []

    def drop(self, x, y, radius):
        self.moves.append(("drop", x, y, radius))

    def part(self, x, y, radius):
        """A drop of coffee: before the jug pushes in again, it leaves a line of crema around what follows."""
        self.moves.append(("part", x, y, radius))

    def sweep(self, start, end, radius, drops, random, bow=0.0):
        """A stroke of the jug from start to end; `bow` bends it away from the drinker in the middle."""
        for index in range(drops):
            t = index / (drops - 1)
            x, y = (a + (b - a) * t for a, b in zip(start, end))
            y += bow * (1 - (2 * t - 1) ** 2)
            self.drop(x, y, radius * random.uniform(0.92, 1.08))

    def drag(self, x, strength, width, low, high):
        """Pulls the surface towards -y along the line at x, between y = low and y = high."""
        self.moves.append(("drag", x, strength, width, low, high))

    def line(self, points, thin, thick):
        """An unbroken thread of milk through the points: thin where the jug hurries, thick where it turns."""
        longest = max(math.dist(a, b) for a, b in zip(points, points[1:]))
        for index, (a, b) in enumerate(zip(points, points[1:])):
            hurry = math.dist(a, b) / longest
            pulse = 1 + 0.16 * math.sin(index * 0.55) + 0.12 * math.sin(index * 0.23 + 1)
            self.moves.append(("line", a, b, (thick + (thin - thick) * hurry) * pulse))

    def milk(self, x, y):
        """True where a point of the surface is milk."""
        x, y = x.copy(), y.copy()
        found, settled = np.zeros(x.shape, bool), np.zeros(x.shape, bool)
        for move in reversed(self.moves):
            if move[0] == "drag":
                _, at, strength, width, low, high = move
                along = smooth_step(low - 0.1, low + 0.1, y) * (1 - smooth_step(high - 0.1, high + 0.1, y))
                y += strength * along * np.exp(-np.abs(x - at) / width)
                continue
            if move[0] == "line":
                _, (ax, ay), (bx, by), half_width = move
                t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0, 1)
                found |= ~settled & ((x - ax - t * (bx - ax)) ** 2 + (y - ay - t * (by - ay)) ** 2 < half_width ** 2)
                continue
            kind, at_x, at_y, radius = move
            dx, dy = x - at_x, y - at_y
            squared = np.maximum(dx * dx + dy * dy, 1e-9)
            within = squared < radius * radius
            found |= within & ~settled & (kind == "drop")
            settled |= within
            back = np.sqrt(np.maximum(1 - radius * radius / squared, 0))
            x, y = at_x + dx * back, at_y + dy * back
        return found


def rosetta(random, layers=12, lean=0.0):
    """The fern: ever narrower strokes side to side while the jug moves back, then one pull through to the stem."""
    pour = Pour()
    for index in range(layers):
        t = index / (layers - 1)
        half = 0.37 * (1 - t) ** 0.8 * smooth_step(-0.55, 0.25, t) + 0.05
        y = -0.30 + 0.78 * t
        side = 1 if index % 2 else -1
        wobble = random.uniform(-0.025, 0.025)
        radius = 0.026 - 0.008 * t + random.uniform(-0.002, 0.002)
        pour.sweep((-half * side + wobble, y - 0.012), (half * side + wobble, y + 0.012), radius,
                   drops=max(9, round(42 * half / 0.41)), random=random, bow=-0.10 * half)
        # the stream carries on under the surface and bows what it laid down before
        pour.drag(wobble, strength=0.026, width=0.34, low=-1.2, high=y + 0.12)
    for y in (0.50, 0.52, 0.535, 0.545):
        pour.drop(lean, y, 0.058)
    pour.drag(lean, strength=0.20, width=0.05, low=-0.95, high=0.60)
    return pour


def heart(random, rings=5):
    """A layered heart: the jug stays in one place while it shakes, each ring pushing the last ones outward."""
    pour = Pour()
    for index in range(rings):
        y, radius = -0.05 + 0.035 * index, 0.17 - 0.012 * index
        side = random.uniform(-0.012, 0.012)
        for part in range(6):
            pour.drop(side + 0.05 * math.cos(part), y + 0.03 * math.sin(part), radius * 0.42)
        # a breath of crema slips in between
        pour.drag(side, strength=0.02, width=0.3, low=-1.2, high=y + 0.2)
    pour.drag(0.0, strength=0.30, width=0.09, low=-0.75, high=0.62)
    return pour


TULIP = ((-0.10, 0.27), (0.05, 0.25), (0.19, 0.215), (0.33, 0.18), (0.47, 0.15))


def tulip(random, petals=TULIP, crema=0.12):
    """Petals pushed into each other, `petals` of (y, radius) from the cup's far side to the drinker, then a thin pull."""
    pour = Pour()
    for y, radius in petals:
        side = random.uniform(-0.012, 0.012)
        pour.part(side, y, crema * random.uniform(0.85, 1.15))
        pour.drop(side, y, radius)
        pour.drag(side, strength=0.03, width=0.25, low=-1.2, high=y + 0.1)
    pour.drag(random.uniform(-0.01, 0.01), strength=0.22, width=0.05, low=-0.95, high=0.72)
    return pour


def zigzag(random, strokes=8, reach=0.50):
    """One thin stream led to and fro across the cup with rounded turns, like a mountain road on a map."""
    pour, points = Pour(), []
    for index in range(strokes * 24 + 1):
        stroke, part = divmod(index, 24)
        if part == 0:
            reach_now, reach_next = (reach * math.sin(math.pi * (0.2 + 0.6 * min(turn / strokes, 1)))
                                     for turn in (stroke, stroke + 1))
            jitter = random.uniform(0.86, 1.12)
        t = index / (strokes * 24)
        half = (reach_now + (reach_next - reach_now) * part / 24) * jitter
        side = 1 if stroke % 2 else -1
        across = -side * math.cos(math.pi * part / 24)
        points.append((half * across, -0.52 + 1.04 * t + 0.02 * math.sin(math.pi * part / 24)))
    pour.line(points, thin=0.016, thick=0.034)
    for (x, y), size in ((points[0], 0.050), (points[-1], 0.034)):      # where the stream set in, and let go
        pour.line([(x, y), (x + 0.012, y)], size, size)
    return pour


# --- what floats -----------------------------------------------------------------------------------

def milk_on_coffee(pour, size, random, wander=0.02, scale=1.0, shift=(0.0, 0.0)):
    """The share of milk in every texel, 0..1: the pour, a little shaken, its edges feathered by foam."""
    x, y = grid(size, 1 / scale)
    x, y = x - shift[0], y - shift[1]
    shape = x.shape
    waves = [fractal(shape, 3, random, octaves=2) - 0.5 for _ in "xy"]
    ragged = [fractal(shape, 60, random, octaves=3) - 0.5 for _ in "xy"]
    x, y = (line + wander * 2 * wave + 0.009 * rag for line, wave, rag in zip((x, y), waves, ragged))
    milk = blur(pour.milk(x, y).astype(np.float32), size / 125)
    soft = smooth_step(0.14, 0.90, milk)
    # thin strokes lie thin, and coffee shows through them
    body = 0.45 + 0.55 * smooth_step(0.35, 0.95, blur(milk, size / 40))
    return np.clip(soft * body + 0.10 * blur(milk, size / 90), 0, 1)


def stamp_bubbles(height, shade, count, sizes, random, rim_pull=3.0):
    """Sinks round bubbles into a foam: `height` gets their domes, `shade` (1 = untouched) their darker outline.

    Sizes are radii in texels; a `rim_pull` above 1 crowds the bubbles towards the wall of the cup.
    """
    size = height.shape[0]
    for _ in range(count):
        far = random.random() ** (1 / rim_pull) * 0.985
        turn = random.random() * 2 * math.pi
        column, row = (int((1 + far * f(turn)) * size / 2) for f in (math.cos, math.sin))
        radius = sizes[0] + (sizes[1] - sizes[0]) * random.random() ** 3
        reach = int(radius * 1.6) + 1
        if min(row, column) <= reach or max(row, column) >= size - reach - 1:
            continue
        spot = np.s_[row - reach:row + reach + 1, column - reach:column + reach + 1]
        down, right = np.mgrid[-reach:reach + 1, -reach:reach + 1] / radius
        away = np.sqrt(down ** 2 + right ** 2)
        dome = np.sqrt(np.clip(1 - away ** 2, 0, 1))
        outline = np.exp(-((away - 1) / 0.28) ** 2)
        height[spot] += (0.7 * dome - 0.5 * outline) * min(radius / 6, 1)
        shade[spot] *= 1 - 0.28 * outline - 0.06 * (away < 1)


def crema_tone(size, random):
    """0 (dark) to 1 (light): the drifting mottle of crema under a latte."""
    x, y = grid(size)
    warp = fractal(x.shape, 4, random, octaves=4) - 0.5
    slow = fractal(x.shape, 5, random, octaves=6)
    fine = fractal(x.shape, 90, random, octaves=3)
    del x, y
    return np.clip(0.5 + 1.1 * (slow - 0.5) + 0.35 * warp + 0.35 * (fine - 0.5), 0, 1)


EDDY_STRENGTH = 0.010   # how much chance eddies bend the way of an espresso's crema


def tiger(size, random, reach=0.16, steps=22):
    """0 to 1: the dark flecks that an espresso's two streams draw out in its crema, smeared along the way it turned."""
    x, y = grid(size)
    shape = x.shape
    flow_x, flow_y = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    # two streams fall in side by side: crema spreads away from each and turns
    for at_x, at_y, spin in ((-0.22, 0.10, 0.8), (0.20, -0.06, -0.5)):
        dx, dy = x - at_x, y - at_y
        near = np.exp(-(dx * dx + dy * dy) / 0.35) / np.sqrt(dx * dx + dy * dy + 0.02)
        flow_x, flow_y = flow_x + near * (dx - spin * dy), flow_y + near * (dy + spin * dx)
    eddies = fractal(shape, 3, random, octaves=3)
    swirl = EDDY_STRENGTH * size
    flow_x, flow_y = flow_x + swirl * np.gradient(eddies, axis=0), flow_y - swirl * np.gradient(eddies, axis=1)
    speed = np.sqrt(flow_x ** 2 + flow_y ** 2) + 1e-6
    flow_x, flow_y = flow_x / speed, flow_y / speed
    coarse, fine = fractal(shape, 26, random, octaves=3), fractal(shape, 90, random, octaves=3)
    streaks, stride = np.zeros(shape, np.float32), reach / steps * size / 2
    column, row = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    for _ in range(steps):
        c, r = np.clip(column, 0, size - 1).astype(int), np.clip(row, 0, size - 1).astype(int)
        streaks += 0.6 * coarse[r, c] + 0.4 * fine[r, c]
        column, row = column + stride * flow_x[r, c], row + stride * flow_y[r, c]
    streaks = (streaks - streaks.mean()) / streaks.std()
    patches = fractal(shape, 4, random, octaves=5) - 0.5
    mottle = fractal(shape, 20, random, octaves=4) - 0.5
    speck = fractal(shape, 120, random, octaves=3) - 0.5
    drawn = smooth_step(-0.12, 0.16, patches)
    tone = 0.13 * streaks * (0.35 + drawn) + 0.9 * patches + 0.5 * mottle + 0.55 * speck
    return 1 / (1 + np.exp(-5.5 * (tone + 0.13)))
