import Validator from "@adobe/structured-data-validator";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type Named = Readonly<{ "@id": string }>;
type Entity = Named & Readonly<{ "@type": string; [relation: string]: unknown }>;

const types = readFileSync(fileURLToPath(import.meta.resolve("schema-dts")).replace(/\.js$/, ".d.ts"), "utf8");

/**
 * The vocabulary of schema.org as a graph, in the form that schema.org publishes, but without the network. It comes
 * from the types of `schema-dts`, which are generated from it: `XBase` has the properties of X, `XLeaf` is X itself.
 */
function vocabulary(): { "@graph": readonly Entity[] } {
  const graph: Entity[] = [];
  const declared = /^(?:export )?interface (\w+?)(Base|Leaf)\b(?:<[^>]*>)? extends ([^{]+)\{([^]*?)^\}/gm;
  for (const [, name = "", kind, parents = "", body = ""] of types.matchAll(declared)) {
    const above = [...parents.matchAll(/(\w+)Base\b/g)].map(([, parent = ""]) => parent).filter((at) => at !== name);
    if (kind === "Base" || above.length > 0)
      graph.push({ "@id": `schema:${name}`, "@type": "rdfs:Class", "rdfs:subClassOf": above.map(named) });
    for (const [, property = ""] of body.matchAll(/^ {4}"(\w+)"\?:/gm))
      graph.push({ ...named(property), "@type": "rdf:Property", "schema:domainIncludes": [named(name)] });
  }
  return { "@graph": graph };
}

function named(name: string): Named {
  return { "@id": `schema:${name}` };
}

const validator = new Validator(vocabulary());

/**
 * Checks a node, and all nodes in it, by schema.org and by the rules of search engines for it. Resolves to the
 * problems: unknown types and properties, properties of other types, and missing properties that are required.
 */
export async function problemsOf(node: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const issues = await validator.validate({ jsonld: { [String(node["@type"])]: [{ ...node }] } });
  return issues.map(({ issueMessage }) => issueMessage);
}
