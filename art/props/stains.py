"""Stains of coffee: the dried line and dregs in an emptied cup, the ring of a wet foot on paper or glaze.

Drying coffee carries its colour outward: every stain is pale inside with a thin dark edge.
"""
import math

import studio

DREGS, FILM = (0.075, 0.029, 0.010), (0.42, 0.225, 0.088)


def drunk_up(china, line=0.365, floor=0.083, pool=0.034, face_turn=0.0):
    """Stains a cup's `china` inside: a dried line at height `line`, a thin film below, dregs in the bottom.

    The dregs reach `pool` up the wall and have dried into something like a face, looking along `face_turn`.
    """
    nodes = studio.Nodes(china)
    glaze = nodes.shader.inputs["Base Color"].links[0].from_socket
    inside = nodes.new("Attribute", attribute_name="inside").outputs["Fac"]
    x, y, z = nodes.split(nodes.coordinates)
    around = nodes.noise(2.6, detail=4, stretch=(1, 1, 0.15))
    level = nodes.multiply_add(nodes.math("SUBTRACT", around, 0.5), 0.05, z)
    mottle = nodes.noise(9, detail=6, distortion=0.5)
    broken = nodes.smooth(around, 0.36, 0.52)
    edge = _band(nodes, level, line, nodes.multiply_add(broken, 0.016, 0.004))
    older = nodes.math("MULTIPLY", _band(nodes, level, line - 0.045, 0.004), nodes.smooth(mottle, 0.46, 0.60))
    runs = nodes.smooth(nodes.noise(1.0, detail=2, stretch=(11, 11, 0.5)), 0.60, 0.70)
    below = nodes.smooth(level, line, line - 0.01)
    film = nodes.math("MULTIPLY", below, nodes.multiply_add(mottle, 0.30, nodes.multiply_add(runs, 0.34, 0.24)))
    dregs = _dregs(nodes, x, y, z, floor + pool, mottle, face_turn)
    dark = nodes.most(nodes.times(edge, nodes.multiply_add(broken, 0.5, 0.45)), nodes.times(older, 0.5), dregs)
    stained = nodes.mix(nodes.math("MULTIPLY", film, inside), glaze, FILM)
    nodes.color(nodes.mix(nodes.math("MULTIPLY", dark, inside, clamp=True), stained, DREGS))
    return china


def _dregs(nodes, x, y, z, top, mottle, turn):
    """The last sip, dried: a pale puddle with a dark rim, two drops and a drooping line in it, grounds."""
    wobble = nodes.math("SUBTRACT", mottle, 0.5)
    rim = nodes.multiply_add(wobble, 0.016, z)
    puddle = nodes.math("MULTIPLY", nodes.smooth(rim, top, top - 0.002), nodes.multiply_add(mottle, 0.36, 0.12))
    border = _band(nodes, rim, top, nodes.smooth(mottle, 0.35, 0.65, 0.0015, 0.0075))
    cosine, sine = math.cos(turn), math.sin(turn)
    u = nodes.multiply_add(wobble, 0.016, nodes.multiply_add(x, cosine, nodes.math("MULTIPLY", y, sine)))
    v = nodes.multiply_add(wobble, -0.020, nodes.multiply_add(y, cosine, nodes.math("MULTIPLY", x, -sine)))
    marks = nodes.math("MAXIMUM", _drop(nodes, u, v, (-0.066, 0.112), 0.021), _drop(nodes, u, v, (0.070, 0.120), 0.018))
    mouth = _band(nodes, _away(nodes, u, v, (0.004, -0.052)), 0.085, 0.011)
    mouth = nodes.math("MULTIPLY", mouth, nodes.smooth(v, -0.020, 0.008))
    marks = nodes.math("MAXIMUM", marks, nodes.math("MULTIPLY", mouth, nodes.smooth(mottle, 0.30, 0.50, 0.45, 0.95)))
    grounds = nodes.smooth(nodes.cells(42), 0.10, 0.16, 0.8, 0.0)
    grounds = nodes.times(grounds, nodes.smooth(nodes.multiply_add(wobble, 0.05, z), top + 0.004, top - 0.012))
    total = nodes.math("MAXIMUM", nodes.math("MAXIMUM", puddle, nodes.math("MULTIPLY", border, 0.8)), marks)
    return nodes.math("MAXIMUM", total, nodes.math("MULTIPLY", grounds, nodes.smooth(mottle, 0.5, 0.62)))


def foot_rings(made, rings, drops=()):
    """Prints foot rings (x, y, radius, strength) and drops (x, y, radius) on a material, in its object's space."""
    nodes = studio.Nodes(made)
    sheet = nodes.shader.inputs["Base Color"].links[0].from_socket
    x, y, _ = nodes.split(nodes.coordinates)
    blot = nodes.noise(5.5, detail=6, distortion=0.4)
    patchy = nodes.smooth(nodes.noise(2.7, detail=4), 0.38, 0.64)
    stain = None
    for at_x, at_y, radius, strength in rings:
        far = nodes.multiply_add(nodes.math("SUBTRACT", blot, 0.5), 0.026, _away(nodes, x, y, (at_x, at_y)))
        wet = nodes.times(nodes.smooth(far, radius - 0.045, radius - 0.030), nodes.smooth(far, radius + 0.003, radius))
        line = nodes.math("MAXIMUM", _band(nodes, far, radius, nodes.multiply_add(patchy, 0.022, 0.005)),
                          nodes.times(_band(nodes, far, radius - 0.036, 0.007), patchy, 0.5))
        amount = nodes.multiply_add(line, 0.8, nodes.times(wet, nodes.multiply_add(blot, 0.75, 0.12)))
        amount = nodes.math("MULTIPLY", amount, nodes.multiply_add(patchy, 0.65 * strength, 0.35 * strength))
        stain = amount if stain is None else nodes.math("MAXIMUM", stain, amount)
    for at_x, at_y, radius in drops:
        stain = nodes.math("MAXIMUM", stain, _drop(nodes, nodes.multiply_add(blot, 0.012, x), y, (at_x, at_y), radius))
    nodes.color(nodes.mix(nodes.math("MULTIPLY", stain, 0.78, clamp=True), sheet, (0.150, 0.074, 0.032)))
    return made


def _away(nodes, x, y, place):
    dx, dy = (nodes.math("SUBTRACT", value, at) for value, at in zip((x, y), place))
    return nodes.math("SQRT", nodes.multiply_add(dx, dx, nodes.math("MULTIPLY", dy, dy)))


def _band(nodes, value, middle, half):
    """1 on a line where `value` is `middle`, soft to both sides."""
    return nodes.smooth(nodes.math("ABSOLUTE", nodes.math("SUBTRACT", value, middle)), 0.0, half, 1.0, 0.0)


def _drop(nodes, x, y, place, radius):
    """A dried drop: mid-brown, its edge dark."""
    far = _away(nodes, x, y, place)
    edge = nodes.times(_band(nodes, far, radius * 0.93, radius * 0.18), 0.9)
    return nodes.most(nodes.smooth(far, radius, radius * 0.9, 0.0, 0.45), edge)
