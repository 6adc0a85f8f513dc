import { codings, notCoffees, notJson, strangeAdds, tooLarge } from "./bodies.ts";
import { chunks, heads, mutations, noise, pipelines, smuggling, unfinished } from "./framing.ts";
import { askingHeaders, costlyHeaders, expectations, largeHeaders, refusedWrites } from "./headers.ts";
import { foreignForms, notForms, repeatedForms } from "./forms.ts";
import type { HostileRequest } from "./request.ts";
import { addresses, hosts, methods, paths, rawPaths, streams, traversals } from "./targets.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

/** Makes one hostile request. It must not change the coffees with these `ids`. */
type Family = (random: SeededRandom, ids: readonly string[]) => HostileRequest;

/** Every kind of attack, by its name in reports. */
export const hostileFamilies: Readonly<Record<string, Family>> = {
  smuggling,
  "chunk tricks": chunks,
  "unreadable heads": heads,
  noise,
  mutations,
  "unfinished requests": unfinished,
  pipelines,
  hosts,
  methods,
  streams,
  traversals,
  "unreadable paths": paths,
  "long addresses": addresses,
  "raw characters": rawPaths,
  "no JSON": notJson,
  "no coffees": notCoffees,
  "types and codings": codings,
  "large bodies": tooLarge,
  "costly headers": costlyHeaders,
  "large headers": largeHeaders,
  "asking headers": askingHeaders,
  expectations,
  "refused writes": (random, ids) => refusedWrites(random.pick(ids), random),
  "strange additions": strangeAdds,
  "foreign forms": foreignForms,
  "no forms": notForms,
  "repeated forms": repeatedForms,
};

/** Generates a seed's requests, from each of these families in turn, in pieces as a network might cut them. */
export function* hostileRequests(
  random: SeededRandom,
  ids: readonly string[],
  families = Object.keys(hostileFamilies),
): Generator<readonly [family: string, request: HostileRequest], never> {
  for (;;) {
    for (const [name, family] of Object.entries(hostileFamilies)) {
      if (!families.includes(name)) continue;
      const request = family(random, ids);
      yield [name, { ...request, pieces: request.pieces.flatMap((bytes) => cutUp(bytes, random)) }];
    }
  }
}

function cutUp(bytes: Buffer, { below }: SeededRandom): Buffer[] {
  if (below(3) > 0) return [bytes];
  const [first = 0, second = 0] = [below(bytes.length), below(bytes.length)].toSorted((one, other) => one - other);
  const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
  return pieces.filter((piece) => piece.length > 0);
}
