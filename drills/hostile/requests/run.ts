import { emptyFields, type Coffee } from "../../../catalogue/coffee.ts";
import { listCoffees, send } from "../../kit/shop-client.ts";
import { exchangeBytes, type Exchange } from "../../kit/exchange-bytes.ts";
import { hostileRequests } from "./families.ts";
import type { HostileRequest } from "./request.ts";
import { seededRandom } from "../../../test/seeded-random.ts";

const patienceMs = 10_000;
const atOnce = 16;
/** How many requests come between the visits of an ordinary visitor, whom the shop must serve. */
const visitEvery = 200;

/** Texts that a reply holds only if it leaks a file or the inside of the process. */
const leaks = [
  "root:x:0:",
  '"devDependencies"',
  "SQLite format 3",
  "[core]",
  "node:internal",
  "node_modules",
  "\n    at ",
];

export type HostileRun = Readonly<{
  /** How often each status came, by family. "none" is a connection that ended without a reply. */
  table: ReadonlyMap<string, ReadonlyMap<string, number>>;
  added: number;
  /** A text for each fault, with the bytes that caused it. */
  offences: readonly string[];
}>;

/** A shop to attack. `complaints` is what it prints meanwhile, and should stay empty. */
export type Target = Readonly<{ url: string; complaints: readonly string[] }>;

/** Sends `count` requests of a seed, of these families or of all. Calls `onRequest` after each. */
export async function runHostileRequests(
  { url, complaints }: Target,
  count: number,
  seed: number,
  onRequest: (done: number) => void = () => {},
  families?: string[],
): Promise<HostileRun> {
  const before = await listCoffees(url);
  const coffees = new Map(before.map((coffee) => [coffee._id, coffee]));
  const requests = hostileRequests(seededRandom(seed), [...coffees.keys()], families);
  const table = new Map<string, Map<string, number>>();
  const offences: string[] = [];
  let [begun, done, complaintsNoted] = [0, 0, complaints.length];

  const sendOn = async () => {
    while (begun < count) {
      begun += 1;
      const [family, request] = requests.next().value;
      const exchange = await exchangeBytes(url, request.pieces, { afterwards: request.afterwards, patienceMs });
      const counts = table.getOrInsertComputed(family, () => new Map<string, number>());
      const outcome = [...new Set(exchange.statuses)].toSorted((one, other) => one - other).join("+") || "none";
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const faults = faultsOf(request, exchange);
      for (const complaint of complaints.slice(complaintsNoted)) faults.push(`about then, the shop said: ${complaint}`);
      complaintsNoted = complaints.length;
      if (faults.length > 0) offences.push(offence(family, request, faults));
      if (request.adds) await note(url, coffees, request, exchange);
      done += 1;
      onRequest(done);
      if (done % visitEvery === 0) offences.push(...(await visit(url)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  offences.push(...(await visit(url)), ...differences(coffees, await listCoffees(url)));
  offences.push(...complaints.slice(complaintsNoted).map((complaint) => `At the end the shop said: ${complaint}`));
  return { table, added: coffees.size - before.length, offences };
}

/** What is wrong with the replies to a request; empty if nothing is. */
export function faultsOf(
  { expected, replies, afterwards }: HostileRequest,
  { statuses, isEnded, received }: Exchange,
): string[] {
  const faults: string[] = [];
  if (!isEnded) faults.push(`no end within ${patienceMs / 1_000} seconds, after the replies ${statuses.join()}`);
  const wrong = statuses.filter((status) => !expected.includes(status));
  if (wrong.length > 0) faults.push(`answered ${wrong.join()}, and only ${expected.join()} is right`);
  if (afterwards !== "leave" && (statuses.length < replies.least || statuses.length > replies.most)) {
    faults.push(`${statuses.length} replies instead of ${replies.least} to ${replies.most}`);
  }
  for (const leak of leaks) if (received.includes(leak)) faults.push(`the reply holds ${JSON.stringify(leak)}`);
  return faults;
}

/** A report of faults, with the exact bytes that caused them. */
export function offence(family: string, { pieces }: HostileRequest, faults: readonly string[]): string {
  const bytes = pieces.map((piece) => JSON.stringify(piece.toString("latin1"))).join(" then ");
  const shortened = bytes.replaceAll(/(.)\1{60,}/gs, (run, one: string) => `⟨${one} × ${run.length}⟩`);
  return `${family}: ${faults.join("; ")}. The bytes, one character each: ${shortened}`;
}

/** Records the coffee that a good request has added. */
async function note(url: string, coffees: Map<string, Coffee>, { adds }: HostileRequest, exchange: Exchange) {
  const _id = addedId(exchange) ?? (await addedByForm(url, exchange));
  if (_id) coffees.set(_id, { _id, ...emptyFields, ...adds });
}

/** The id of the coffee that a request has added; undefined if it added none. */
export function addedId({ received }: Exchange): string | undefined {
  return /\r\nlocation: \/coffee\/([0-9a-f]{24})\r\n/i.exec(received)?.[1];
}

/** The same for a form, whose reply names only the change. */
async function addedByForm(url: string, { received }: Exchange): Promise<string | undefined> {
  const change = Number(/\r\nlocation: \/\?done=add&change=(\d+)\r\n/i.exec(received)?.[1]);
  if (!change) return undefined;
  const { changes } = JSON.parse((await send(url, "GET", `/-/changes?before=${change + 1}`)).text);
  return changes[0].coffeeId;
}

function differences(coffees: ReadonlyMap<string, Coffee>, found: readonly Coffee[]): string[] {
  const foundTexts = new Map(found.map((coffee) => [coffee._id, JSON.stringify(coffee)]));
  const changed = [...coffees].filter(([id, coffee]) => foundTexts.get(id) !== JSON.stringify(coffee));
  const strangers = [...foundTexts].filter(([id]) => !coffees.has(id));
  return [
    ...changed.map(([id, coffee]) => `${id} is ${foundTexts.get(id)} and should be ${JSON.stringify(coffee)}`),
    ...strangers.map(([, text]) => `Nobody added ${text}`),
  ];
}

/** Opens home and requests the list, as an ordinary visitor. Resolves to a fault for each reply that is not good. */
export async function visit(url: string): Promise<string[]> {
  const replies = await Promise.all(
    ["/", "/coffee", "/-/ready"].map(async (path) => {
      const { isOk, status } = await send(url, "GET", path);
      return isOk ? [] : [`A good request for ${path} was answered ${status}.`];
    }),
  );
  return replies.flat();
}
