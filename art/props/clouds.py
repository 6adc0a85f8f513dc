"""Coffee that sinks into milk or tonic: a small flow simulation, so that the tendrils are real ones.

Two-dimensional flow of a heavy fluid over a light one (vorticity and stream function, periodic around the glass,
closed above and below). The result is an image of concentration, wrapped around the inside of the glass.
"""
import bpy
import numpy


def sinking(columns=448, rows=224, height_to_width=0.5, layer=0.25, steps=260, pull=1.0, seed=3, streams=()):
    """Concentration (rows from the bottom up, columns around) after a layer on top has begun to sink.

    `layer` is the share of the height filled with coffee at the start; `streams` are (column share, strength) of
    places where it was poured and goes first.
    """
    random = numpy.random.default_rng(seed)
    x = (numpy.arange(columns) + 0.5) / columns
    y = (numpy.arange(rows) + 0.5) / rows * height_to_width
    edge = height_to_width * (1 - layer) + _wavy(random, x, 44) * 0.010
    for share, strength in streams:
        away = (x - share + 0.5) % 1 - 0.5
        edge = edge - strength * height_to_width * numpy.exp(-(away / 0.03) ** 2)
    coffee = 1 / (1 + numpy.exp(-(y[:, None] - edge[None, :]) / 0.006))
    swirl = numpy.zeros_like(coffee)
    waves_x = 2 * numpy.pi * numpy.fft.rfftfreq(columns, 1 / columns)
    waves_y = numpy.pi * numpy.fft.fftfreq(2 * rows, 1 / (2 * rows)) / height_to_width
    square = waves_x[None, :] ** 2 + waves_y[:, None] ** 2
    square[0, 0] = 1
    blur, drag = numpy.exp(-square * 8.0e-6), numpy.exp(-square * 1.2e-6)
    cell_x, cell_y = 1 / columns, height_to_width / rows
    for _ in range(steps):
        mirrored = numpy.concatenate([swirl, -swirl[::-1]])
        swirls = numpy.fft.rfft2(mirrored) * drag
        swirl = numpy.fft.irfft2(swirls, mirrored.shape)[:rows]
        spectrum = swirls / square
        across = numpy.fft.irfft2(1j * waves_y[:, None] * spectrum, mirrored.shape)[:rows]
        down = -numpy.fft.irfft2(1j * waves_x[None, :] * spectrum, mirrored.shape)[:rows]
        step = min(0.02, 1.6 * cell_x / (numpy.abs(across).max() + numpy.abs(down).max() + 1e-6))
        slope = (numpy.roll(coffee, -1, 1) - numpy.roll(coffee, 1, 1)) / (2 * cell_x)
        swirl = swirl - step * pull * slope
        shift_x, shift_y = across * step / cell_x, down * step / cell_y
        coffee, swirl = _carried(coffee, shift_x, shift_y), _carried(swirl, shift_x, shift_y)
    return numpy.clip(_smoothed(coffee, blur), 0, 1)


def _wavy(random, x, waves):
    total = numpy.zeros_like(x)
    for count in range(2, waves):
        total += random.normal() * numpy.sin(2 * numpy.pi * (count * x + random.random())) / count ** 0.5
    return total


def _carried(field, shift_x, shift_y):
    """One step of MacCormack advection: forward, back, and half of the error corrected, within the neighbours."""
    ahead, low, high = _sampled(field, -shift_x, -shift_y, bounds=True)
    back = _sampled(ahead, shift_x, shift_y)
    return numpy.clip(ahead + (field - back) / 2, low, high)


def _sampled(field, shift_x, shift_y, bounds=False):
    rows, columns = field.shape
    x = numpy.arange(columns)[None, :] + shift_x
    y = numpy.clip(numpy.arange(rows)[:, None] + shift_y, 0, rows - 1.001)
    left, low = numpy.floor(x).astype(int), numpy.floor(y).astype(int)
    part_x, part_y = x - left, y - low
    left, right = left % columns, (left + 1) % columns
    a, b, c, d = field[low, left], field[low, right], field[low + 1, left], field[low + 1, right]
    value = (a * (1 - part_x) + b * part_x) * (1 - part_y) + (c * (1 - part_x) + d * part_x) * part_y
    if not bounds:
        return value
    return value, numpy.minimum(numpy.minimum(a, b), numpy.minimum(c, d)), \
        numpy.maximum(numpy.maximum(a, b), numpy.maximum(c, d))


def hazed(coffee, softness=0.0028, thinned=0.30, veils=((3, 0.50, 0.006), (5, 0.42, 0.014), (2, 0.40, 0.035))):
    """The visible clouds: nearer ones veil farther ones, and all of them thin out on their way down.

    `softness` blurs the nearest (a share of the girth), `thinned` is what is left of the strength at the bottom; each
    veil is (shift by 1/n of the way round, strength, softness): the same field again, turned and mirrored, as the clouds
    that lie deeper in the glass.
    """
    rows, columns = coffee.shape
    height = (numpy.arange(rows) + 0.5)[:, None] / rows
    seen = 1 - _softened(coffee, softness)
    for shift, strength, blur in veils:
        deeper = numpy.roll(coffee[:, ::-1] if shift % 2 else coffee, columns // shift, axis=1)
        seen = seen * (1 - strength * _softened(deeper, blur))
    return (1 - seen) * (thinned + (1 - thinned) * height ** 1.3)


def _softened(field, softness):
    """Gaussian blur; `softness` is a share of the field's width."""
    rows, columns = field.shape
    waves = 2 * numpy.pi * numpy.fft.rfftfreq(columns, 1 / columns)[None, :]
    rise = numpy.pi * numpy.fft.fftfreq(2 * rows, 1 / (2 * rows))[:, None] * columns / rows
    return _smoothed(field, numpy.exp(-(waves ** 2 + rise ** 2) * softness ** 2 / 2))


def _smoothed(field, smooth):
    both = numpy.concatenate([field, field[::-1]])
    return numpy.fft.irfft2(numpy.fft.rfft2(both) * smooth, both.shape)[:len(field)]


def picture(name, values):
    """An image data-block (raw numbers, no colour conversion) from rows that run from the bottom up."""
    rows, columns = values.shape
    image = bpy.data.images.new(name, columns, rows, float_buffer=True, is_data=True)
    pixels = numpy.ones((rows, columns, 4), dtype=numpy.float32)
    pixels[..., :3] = values[..., None]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    image.pack()
    return image
