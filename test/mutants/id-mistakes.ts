// Product servers that show other ids than the shop behind them.
import { addFieldsOf, answer, idOf, isCall, jsonOf, membersOf, remembering, uncompressed } from "./mistakes.ts";
import type { Mistake } from "./open-mutant.ts";

const anyId = /[0-9a-f]{24}/gi;

/** Gives coffees other ids than the shop does. `shownId` translates the shop's ids, and `shopId` translates back. */
export function withIds(shownId: (id: string) => string, shopId: (id: string) => string): Mistake {
  return async (request, passOn) => {
    const path = request.path.replaceAll(anyId, shopId);
    const reply = await passOn({ ...uncompressed(request), path, body: request.body.replaceAll(anyId, shopId) });
    const location = reply.headers["location"]?.replaceAll(anyId, shownId);
    const headers = { ...reply.headers, ...(location !== undefined && { location }) };
    return { ...reply, headers, body: Buffer.from(reply.body.toString().replaceAll(anyId, shownId)) };
  };
}

/** Inverts each digit of an id, which reverses the order of ids. */
export function complement(id: string): string {
  return Array.from(id.toLowerCase(), (digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
}

export const givesNumbers = remembering(() => {
  const ids: string[] = [];
  const numberOf = (id: string) => String(ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1);
  return async (request, passOn) => {
    const path = request.path.replace(/\d+$/, (number) => ids[Number(number)] ?? number);
    const reply = await passOn({ ...uncompressed(request), path });
    const body = reply.body.toString().replaceAll(/"([0-9a-f]{24})"/g, (_, id) => numberOf(id));
    return { ...reply, body: Buffer.from(body) };
  };
});

/** The ids that a server shows instead of the shop's, with the translation in both directions. */
function shownIds(): Readonly<{ shown: Map<string, string>; translate: Mistake }> {
  const shown = new Map<string, string>();
  const shopIdOf = (id: string) => [...shown].findLast(([, other]) => other === id)?.[0] ?? id;
  return { shown, translate: withIds((id) => shown.get(id) ?? id, shopIdOf) };
}

export const reusesIds = remembering(() => {
  const { shown, translate } = shownIds();
  const free: string[] = [];
  return async (request, passOn) => {
    const reply = await translate(request, async (translated) => {
      const added = await passOn(translated);
      const { insertedId } = membersOf(jsonOf(added));
      const reused = typeof insertedId === "string" ? free.pop() : undefined;
      if (typeof insertedId === "string" && reused !== undefined) shown.set(insertedId, reused);
      return added;
    });
    if (membersOf(jsonOf(reply))["deletedCount"] === 1) free.push(idOf(request));
    return reply;
  };
});

export const upserts = remembering(() => {
  const { shown, translate } = shownIds();
  return async (request, passOn) => {
    const reply = await translate(request, passOn);
    if (!isCall(request, "PUT /coffee/{id}") || reply.status !== 404) return reply;
    const upsertedId = idOf(request);
    shown.set(await addFieldsOf(request, passOn), upsertedId);
    return answer(200, { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId });
  };
});
