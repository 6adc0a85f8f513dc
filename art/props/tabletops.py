"""Table tops beside walnut and linen: pale worn wood and dark honed stone. Both lie in the plane z = 0."""
from props.shading import Graph


def worn_wood(plank=1.1, light=(0.62, 0.49, 0.35), dark=(0.33, 0.225, 0.135)):
    """Old pale boards along x, scrubbed until the soft rings stand lower than the hard ones; stains, scratches."""
    graph = Graph("worn wood")
    x, y, _ = graph.split(graph.place())
    row = graph.math("FLOOR", graph.math("DIVIDE", y, plank))
    within = graph.math("FRACT", graph.math("DIVIDE", y, plank))
    each = graph.add("TexWhiteNoise", W=row, settings={"noise_dimensions": "1D"}).outputs["Value"]
    place = graph.add("CombineXYZ", graph.scale(each, 37.0, x), graph.scale(each, 11.0, y), each).outputs[0]
    wander = graph.noise(0.8, graph.stretched(place, (0.22, 1, 1)), detail=3, distortion=0.4)
    rings = graph.noise(1.0, graph.stretched(graph.add(
        "CombineXYZ", graph.scale(x, 0.10), graph.scale(wander, 2.2, y), each).outputs[0], (1, 11, 9)), detail=4)
    fibre = graph.noise(1.0, graph.stretched(place, (2.5, 95, 1)), detail=5, roughness=0.6)
    tone = graph.scale(rings, 0.75, graph.scale(fibre, 0.35, graph.scale(each, 0.22, -0.18)))
    wood = graph.ramp(tone, (0.22, dark), (0.48, tuple((a + 1.6 * b) / 2.6 for a, b in zip(dark, light))),
                      (0.74, light))
    grey = graph.span(graph.noise(0.7, detail=5, distortion=0.7), 0.45, 0.72, 0.0, 0.45)
    wood = graph.blend(grey, wood, (0.47, 0.42, 0.36))
    pore = graph.span(graph.noise(1.0, graph.stretched(place, (3, 160, 1)), detail=2), 0.60, 0.70)
    wood = graph.blend(graph.scale(pore, 0.45), wood, tuple(0.45 * value for value in dark))
    edge = graph.math("MULTIPLY", graph.math("MINIMUM", within, graph.math("SUBTRACT", 1.0, within)), plank)
    gap = graph.span(graph.scale(graph.noise(1.3, detail=3), -0.012, edge), 0.0, 0.014, 1.0, 0.0)
    wood = graph.blend(gap, wood, (0.035, 0.022, 0.013))
    relief = graph.scale(rings, 0.9, graph.scale(fibre, 0.4, graph.scale(pore, -0.5, graph.scale(gap, -6.0))))
    rough = graph.scale(graph.noise(1.4, detail=6), 0.22, 0.40)
    return graph.surface(graph.principled(wood, rough, Specular=0.35, Normal=graph.bump(relief, 0.45, 0.012)))


def dark_stone(dark=(0.018, 0.018, 0.019), light=(0.060, 0.058, 0.057)):
    """Honed slate or basalt: fine grain, cloudy, a satin sheen that is polished where cups have stood."""
    graph = Graph("dark stone")
    cloud = graph.noise(0.8, detail=8, distortion=0.9, roughness=0.6)
    grain = graph.noise(38, detail=6, roughness=0.7)
    fleck = graph.span(graph.cells(24), 0.0, 0.16, 1.0, 0.0)
    vein = graph.span(graph.math("ABSOLUTE", graph.scale(
        graph.noise(0.45, detail=6, distortion=2.0), 1.0, -0.5)), 0.0, 0.012, 1.0, 0.0)
    color = graph.ramp(graph.scale(cloud, 0.8, graph.scale(grain, 0.3, -0.05)), (0.28, dark), (0.8, light))
    color = graph.blend(graph.scale(fleck, 0.22), color, (0.15, 0.145, 0.14))
    color = graph.blend(graph.scale(vein, 0.12), color, (0.20, 0.19, 0.18))
    rough = graph.scale(cloud, 0.32, graph.scale(grain, 0.14, 0.14))
    relief = graph.scale(grain, 0.5, graph.scale(graph.noise(7, detail=4), 0.5, graph.scale(fleck, -0.3)))
    return graph.surface(graph.principled(color, rough, Specular=0.45, Normal=graph.bump(relief, 0.22, 0.012)))
