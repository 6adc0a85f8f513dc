"""Removes the noise from a render, with numpy alone: the convolutional network of Intel Open Image Denoise.

Debian's Blender is built without a denoiser, so this runs the published network itself: it reads the trained
weights (a .tza file, Apache-2.0, see README.md) and the noisy picture with its albedo and normal passes.

By hand:  python3 denoise.py weights.tza noisy.npz clean.npy   (arrays `color`, `albedo`, `normal`, each h x w x 3)
Checks:   python3 denoise.py weights.tza
"""
import math
import struct
import sys
import time

import numpy as np

DEEPEST = 16  # Four poolings halve the picture four times.
REACH = 96  # How far a pixel sees (87 pixels), rounded up to a multiple of DEEPEST.
STRIP_PIXELS = 1_600_000  # A strip of this size takes about 1.2 GB.
BLOCK_PIXELS = 4096  # The pixels of one matrix product, so that its result stays in the processor's cache.


def denoise(color, albedo, normal, weights):
    """The picture without noise: linear light in and out, normals from -1 to 1, all of them h x w x 3."""
    color = _finite(color)
    exposure = _exposure(color)
    inputs = np.concatenate([_encode(color * exposure), np.clip(_finite(albedo), 0, 1),
                             np.clip(_finite(normal, low=-1), -1, 1) * 0.5 + 0.5], axis=2)
    height, width = color.shape[:2]
    clean = np.empty_like(color)
    strips = 1
    while width * (height / strips + (2 * REACH if strips > 1 else 0)) > STRIP_PIXELS and strips * REACH < height:
        strips += 1
    step = math.ceil(height / strips / DEEPEST) * DEEPEST  # The poolings of all strips fall on the same pixels.
    for top in range(0, height, step):
        bottom = min(height, top + step)
        first, last = max(0, top - REACH), min(height, bottom + REACH)
        clean[top:bottom] = _strip(inputs[first:last], weights)[top - first:bottom - first]
    return np.maximum(_decode(clean) / exposure, 0).astype(np.float32)


def _finite(values, low=0.0):
    return np.maximum(np.nan_to_num(np.asarray(values, np.float32), posinf=65504, neginf=low), low)


# --- weights -----------------------------------------------------------------------------------------

def read_weights(path):
    """The tensors of a TZA archive: a header, a table of names, shapes, layouts and offsets, then the numbers."""
    with open(path, "rb") as file:
        data = file.read()
    magic, major, _minor, at = struct.unpack_from("<HBBQ", data, 0)
    if magic != 0x41D7 or major != 2:
        raise ValueError(f"{path} is not a TZA archive, version 2")
    count, = struct.unpack_from("<I", data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        length, = struct.unpack_from("<H", data, at)
        name = data[at + 2:at + 2 + length].decode()
        at += 2 + length
        rank = data[at]
        shape = struct.unpack_from(f"<{rank}I", data, at + 1)
        at += 1 + 4 * rank + rank  # The layout, one letter for each dimension, is always oihw or x here.
        kind, offset = struct.unpack_from("<cQ", data, at)
        at += 9
        values = np.frombuffer(data, {b"h": "<f2", b"f": "<f4"}[kind], math.prod(shape), offset)
        tensors[name] = values.astype(np.float32).reshape(shape)
    return tensors


# --- light as the network sees it ----------------------------------------------------------------------

# A perceptually uniform curve: linear near black, a power, then a logarithm.
_LINEAR, _POWER, _POWER_SCALE, _POWER_SHIFT = 1.41283765e+03, 4.31384981e-01, 1.64593172, -2.94139609e-03
_LOG_SCALE, _LOG_INSIDE, _LOG_SHIFT = 1.92653254e-01, 6.26026094e-03, 9.98620152e-01
_LIGHT_KNEES = 1.57945760e-06, 3.22087631e-02
_CURVE_KNEES = 2.23151711e-03, 3.70974749e-01
_BRIGHTEST = _LOG_SCALE * math.log(65504 + _LOG_INSIDE) + _LOG_SHIFT


def _encode(light):
    low, high = _LIGHT_KNEES
    curve = np.where(light <= low, _LINEAR * light, np.where(
        light <= high, _POWER_SCALE * light ** _POWER + _POWER_SHIFT,
        _LOG_SCALE * np.log(light + _LOG_INSIDE) + _LOG_SHIFT))
    return (curve / _BRIGHTEST).astype(np.float32)


def _decode(curve):
    curve = np.clip(curve, 0, 1) * _BRIGHTEST
    low, high = _CURVE_KNEES
    power = np.maximum((curve - _POWER_SHIFT) / _POWER_SCALE, 0) ** (1 / _POWER)
    return np.where(curve <= low, curve / _LINEAR, np.where(
        curve <= high, power, np.exp((curve - _LOG_SHIFT) / _LOG_SCALE) - _LOG_INSIDE))


def _exposure(color):
    """Brings the average (of logarithms, over 16 pixel squares) to the middle grey the network was trained on."""
    luminance = color @ np.array([0.212671, 0.715160, 0.072169], np.float32)
    rows, columns = (np.arange(0, size, 16) for size in luminance.shape)
    sums = np.add.reduceat(np.add.reduceat(luminance, rows, axis=0), columns, axis=1)
    sizes = np.outer(*(np.diff(np.append(starts, size)) for starts, size in zip((rows, columns), luminance.shape)))
    means = sums / sizes
    lit = means[means > 1e-8]
    return 0.18 / 2 ** float(np.mean(np.log2(lit))) if lit.size else 1.0


# --- the network -----------------------------------------------------------------------------------------

class Layer:
    """Channels of one size, kept inside a border of zeros so that a 3 x 3 neighbour is a shift of the flat array."""

    def __init__(self, channels, height, width):
        self.height, self.width = height, width
        self.bordered = np.zeros((channels, height + 2, width + 2), np.float32)
        self.flat = self.bordered.reshape(channels, -1)
        self.inside = self.bordered[:, 1:-1, 1:-1]


def _convolved(layer, weights, name):
    kernel, bias = weights[f"{name}.weight"], weights[f"{name}.bias"][:, None]
    made = Layer(kernel.shape[0], layer.height, layer.width)
    stride = layer.width + 2
    taps = [(np.ascontiguousarray(kernel[:, :, y, x]), (y - 1) * stride + x - 1) for y in range(3) for x in range(3)]
    first, last = stride + 1, layer.flat.shape[1] - stride - 1
    for start in range(first, last, BLOCK_PIXELS):
        end = min(last, start + BLOCK_PIXELS)
        total = np.repeat(bias, end - start, axis=1)
        part = np.empty_like(total)
        for tap, shift in taps:
            np.matmul(tap, layer.flat[:, start + shift:end + shift], out=part)
            total += part
        np.maximum(total, 0, out=made.flat[:, start:end])
    made.bordered[:, :, 0] = made.bordered[:, :, -1] = 0  # The rows' ends were computed along with the rest.
    return made


def _pooled(layer):
    made = Layer(len(layer.flat), layer.height // 2, layer.width // 2)
    rows = np.maximum(layer.inside[:, 0::2], layer.inside[:, 1::2])
    np.maximum(rows[:, :, 0::2], rows[:, :, 1::2], out=made.inside)
    return made


def _doubled_beside(small, beside):
    """`small` at twice its size, followed by the channels of `beside`."""
    channels = len(small.flat)
    made = Layer(channels + len(beside.flat), beside.height, beside.width)
    for y in range(2):
        for x in range(2):
            made.inside[:channels, y::2, x::2] = small.inside
    made.bordered[channels:] = beside.bordered
    return made


def _strip(inputs, weights):
    height, width, channels = inputs.shape
    layer = Layer(channels, *(math.ceil(size / DEEPEST) * DEEPEST for size in (height, width)))
    filling = [(0, layer.height - height), (0, layer.width - width), (0, 0)]
    layer.inside[:] = np.pad(inputs, filling, mode="symmetric").transpose(2, 0, 1)
    skipped = [layer]
    layer = _convolved(layer, weights, "enc_conv0")
    for level in range(1, 5):
        layer = _pooled(_convolved(layer, weights, f"enc_conv{level}"))
        skipped.append(layer)
    skipped.pop()
    layer = _convolved(_convolved(layer, weights, "enc_conv5a"), weights, "enc_conv5b")
    for level in range(4, 0, -1):
        layer = _doubled_beside(layer, skipped.pop())
        layer = _convolved(_convolved(layer, weights, f"dec_conv{level}a"), weights, f"dec_conv{level}b")
    layer = _convolved(layer, weights, "dec_conv0")
    return layer.inside[:, :height, :width].transpose(1, 2, 0)


# --- by hand ---------------------------------------------------------------------------------------------

def _check(weights):
    """Checks that a noisy slope with an edge comes out nearer to the truth, and neither darker nor lighter."""
    down, across = np.mgrid[0:200, 0:312].astype(np.float32)
    truth = np.stack([0.05 + down / 400, 0.04 + across / 900, np.where(across > 150, 0.6, 0.1)], axis=2)
    noisy = (truth * np.random.default_rng(1).gamma(4, 1 / 4, truth.shape)).astype(np.float32)
    flat = np.broadcast_to(np.float32([0, 0, 1]), truth.shape)
    clean = denoise(noisy, np.full_like(noisy, 0.5), flat, weights)
    before, after = (float(np.sqrt(np.mean((picture - truth) ** 2))) for picture in (noisy, clean))
    shift = float(clean.mean() / noisy.mean() - 1)
    print(f"error {before:.4f} before, {after:.4f} after; mean {shift:+.2%}")
    assert after < before / 4 and abs(shift) < 0.01


def main(given):
    if len(given) not in (1, 3):
        sys.exit(__doc__)
    weights = read_weights(given[0])
    if len(given) == 1:
        _check(weights)
        return
    with np.load(given[1]) as noisy:
        started = time.monotonic()
        clean = denoise(noisy["color"], noisy["albedo"], noisy["normal"], weights)
    np.save(given[2], clean)
    print(f"{clean.shape[1]} x {clean.shape[0]} in {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
