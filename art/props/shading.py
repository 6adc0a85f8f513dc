"""A short way to write node materials: every call adds one node and hands back the socket that matters.

    graph = Graph("glass")
    graph.surface(graph.mix(graph.fresnel(1.5), graph.refraction(1.5), graph.gloss(0.02)))
"""
import bpy


class Graph:
    """An empty material and its node tree. Any argument may be a number, a tuple or another node's socket."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def add(self, kind, *values, settings=None, **named):
        """Adds node `ShaderNode<kind>`; `values` fill its inputs in order (None leaves one), `named` by their name."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in (settings or {}).items():
            setattr(node, key, value)
        for socket, value in zip(node.inputs, values):
            self.feed(socket, value)
        for key, value in named.items():
            self.feed(node.inputs[key.replace("_", " ")], value)
        return node

    def feed(self, socket, value):
        if value is None:
            return
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and socket.type == "RGBA":
            socket.default_value = (*value, 1)[:4]
        else:
            socket.default_value = value

    def surface(self, shader):
        self.feed(self.output.inputs["Surface"], shader)
        return self.material

    # --- numbers and colours

    def math(self, operation, *values, clamp=False):
        return self.add("Math", *values, settings={"operation": operation, "use_clamp": clamp}).outputs[0]

    def scale(self, value, factor, plus=0.0):
        return self.math("MULTIPLY_ADD", value, factor, plus)

    def span(self, value, low, high, to_low=0.0, to_high=1.0):
        """Maps low..high onto to_low..to_high with soft ends."""
        return self.add("MapRange", value, low, high, to_low, to_high,
                        settings={"interpolation_type": "SMOOTHSTEP"}).outputs[0]

    def within(self, value, low, high):
        return self.math("MINIMUM", self.math("MAXIMUM", value, low), high)

    def blend(self, factor, first, second, kind="MIX"):
        return self.add("MixRGB", factor, first, second, settings={"blend_type": kind}).outputs[0]

    def ramp(self, value, *stops):
        """A colour ramp through `(position, (r, g, b))` stops."""
        node = self.add("ValToRGB", value)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, color) in zip(elements, stops):
            element.position, element.color = position, (*color, 1)
        return node.outputs["Color"]

    def split(self, vector):
        return self.add("SeparateXYZ", vector).outputs

    def join(self, x=0.0, y=0.0, z=0.0):
        return self.add("CombineXYZ", x, y, z).outputs[0]

    # --- where and how the surface is looked at

    def place(self, name="Object"):
        return self.add("TexCoord").outputs[name]

    def light_path(self, name):
        return self.add("LightPath").outputs[name]

    def attribute(self, name):
        return self.add("Attribute", settings={"attribute_name": name}).outputs["Fac"]

    def seen_from_behind(self):
        return self.add("NewGeometry").outputs["Backfacing"]

    def facing(self, blend=0.5):
        """0 where the surface faces the eye, 1 at its silhouette."""
        return self.add("LayerWeight", blend).outputs["Facing"]

    # --- textures

    def stretched(self, vector, scale, turn=(0, 0, 0)):
        return self.add("Mapping", vector, None, turn, scale).outputs[0]

    def noise(self, scale, vector=None, detail=4, roughness=0.5, distortion=0.0):
        return self.add("TexNoise", Vector=vector or self.place(), Scale=scale, Detail=detail, Roughness=roughness,
                        Distortion=distortion).outputs["Fac"]

    def cells(self, scale, vector=None, feature="F1", randomness=1.0):
        return self.add("TexVoronoi", settings={"feature": feature}, Vector=vector or self.place(), Scale=scale,
                        Randomness=randomness).outputs["Distance"]

    def bump(self, height, strength, distance, normal=None):
        return self.add("Bump", strength, distance, Height=height, Normal=normal).outputs[0]

    # --- shaders

    def principled(self, color, roughness, **named):
        return self.add("BsdfPrincipled", Base_Color=color, Roughness=roughness, **named).outputs[0]

    def refraction(self, ior, color=(1, 1, 1), roughness=0.0, normal=None):
        return self.add("BsdfRefraction", color, roughness, ior, normal).outputs[0]

    def gloss(self, roughness, color=(1, 1, 1), normal=None):
        return self.add("BsdfGlossy", color, roughness, normal).outputs[0]

    def clear(self, color=(1, 1, 1)):
        return self.add("BsdfTransparent", color).outputs[0]

    def fresnel(self, ior, normal=None):
        return self.add("Fresnel", ior, normal).outputs[0]

    def mix(self, factor, first, second):
        return self.add("MixShader", factor, first, second).outputs[0]

    def sum(self, first, second):
        return self.add("AddShader", first, second).outputs[0]
