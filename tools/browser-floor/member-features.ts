import { readFileSync } from "node:fs";
import { API } from "typescript/unstable/sync";
import { parseSync, Visitor, type ESTree } from "vite";
import { isUnclear, memberOf } from "./script-features.ts";
import { isLacking } from "./support.ts";

/**
 * The members above the floor that sources use, found by their types. A built script does not show these types, such as
 * whether `size` is that of a URLSearchParams or of a Map. `config` is the tsconfig.json of the sources; `own` are the
 * names of members that the scripts define themselves.
 */
export function memberFeatures(
  config: string,
  files: readonly string[],
  own: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const compiler = new API({});
  try {
    using snapshot = compiler.updateSnapshot({ openProjects: [config] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error(`There is no project ${config}.`);
    const featuresOf = (file: string) => {
      const unclear = membersIn(readFileSync(file, "utf8"), file).filter(({ name }) => isUnclear(name, own));
      const starts = unclear.map(({ start }) => start);
      const symbols = project.checker.getSymbolAtPosition(file, starts);
      return unclear.flatMap(({ name }, index) => {
        const isBrowsers = symbols[index]?.valueDeclaration?.path.includes("/lib.");
        const owner = symbols[index]
          ?.getParent()
          ?.name.replaceAll(/^Readonly(?=Array|Map|Set)|(?<=Iterator)Object$|Constructor$/g, "");
        const path = isBrowsers && owner !== undefined ? memberOf(owner, name) : undefined;
        return path !== undefined && isLacking(path) ? [path] : [];
      });
    };
    return new Map(files.map((file) => [file, new Set(featuresOf(file))]));
  } finally {
    compiler.close();
  }
}

function membersIn(code: string, file: string): readonly Readonly<{ name: string; start: number }>[] {
  const found: { name: string; start: number }[] = [];
  const note = (key: ESTree.Node, computed: boolean) => {
    if (!computed && key.type === "Identifier") found.push({ name: key.name, start: key.start });
  };
  new Visitor({
    MemberExpression: ({ property, computed }) => note(property, computed),
    ObjectPattern: ({ properties }) => {
      for (const property of properties) if (property.type === "Property") note(property.key, property.computed);
    },
  }).visit(parseSync(file, code).program);
  return found;
}
