// Checks that clients saw each coffee as one register: every operation took effect at one moment between its request and
// its reply, and each write replaced the state that it named.

type Call = Readonly<{
  /** Through which node. */
  node: string;
  /** When the request was sent, in milliseconds; for a reply with an `Age`, that long before. */
  from: number;
  /** When the reply had arrived; infinite for a write whose outcome is unknown. */
  to: number;
}>;

export type Read = Call & Readonly<{ kind: "read"; state: string }>;

/**
 * A write that was to replace the state `expected`. `conflict`: refused, because another state was there. `unmade`:
 * refused for another reason. `unknown`: it may have been made, at any time.
 */
export type Write = Call &
  Readonly<{ kind: "write"; expected: string; state: string; outcome: "made" | "conflict" | "unmade" | "unknown" }>;

export type Operation = Read | Write;

/** Why no order of the operations explains what they showed, and the few operations that prove it. */
export type Violation = Readonly<{ why: string; operations: readonly Operation[] }>;

/**
 * Searches the history of one register for a proof that it was not linearizable; undefined if it was. Each write must
 * have its own state, and its `expected` one must have been shown to its client before. Every state must be final once
 * the history ends: no unknown write may take effect later.
 *
 * This is exact, and takes n log n steps. The states are in a known order, because each made write names the state that
 * it replaced. Then only the moments of the writes remain to be found, and the earliest possible ones are the best.
 *
 * With `mayShowEarly`, replies may show a write before it takes effect for everyone, as docs/scaling.md says of two
 * processes on one SQLite file. They still may not be older than an acknowledged write.
 */
export function findViolation(
  operations: readonly Operation[],
  initial: string,
  mayShowEarly = false,
): Violation | undefined {
  const chain = orderStates(operations, initial);
  return "why" in chain ? chain : findMoments(operations, chain, mayShowEarly);
}

/** A state, and the write that made it; undefined for the initial one. */
type Link = Readonly<{ state: string; write: Write | undefined }>;

/** The states in the order in which they replaced each other. */
function orderStates(operations: readonly Operation[], initial: string): readonly Link[] | Violation {
  const writes = new Map(operations.filter((each) => each.kind === "write").map((write) => [write.state, write]));
  const effective = new Set<Write>();
  const shown: Operation[] = operations.filter((each) => each.kind === "read" || each.outcome === "made");
  for (const operation of shown) {
    // A write also shows that the state was there that it replaced.
    for (const state of operation.kind === "read" ? [operation.state] : [operation.state, operation.expected]) {
      const write = writes.get(state);
      if (state === initial || (write && effective.has(write))) continue;
      if (!write) return { why: `nobody wrote ${state}`, operations: [operation] };
      if (write.outcome === "conflict" || write.outcome === "unmade")
        return { why: `${state} was refused, and is there`, operations: [write, operation] };
      effective.add(write);
      shown.push(write);
    }
  }
  const successors = new Map<string, Write>();
  for (const write of effective) {
    const other = successors.get(write.expected);
    if (other) return { why: `two writes replaced ${write.expected}`, operations: [other, write] };
    successors.set(write.expected, write);
  }
  const chain: Link[] = [{ state: initial, write: undefined }];
  for (const { state } of chain) {
    const next = successors.get(state);
    if (next) chain.push({ state: next.state, write: next });
    successors.delete(state);
  }
  const [lost] = successors.values();
  return lost ? { why: `${lost.expected} was replaced, and was never there`, operations: [lost] } : chain;
}

/** Gives each write the earliest possible moment, and looks for an operation that needs it earlier. */
function findMoments(
  operations: readonly Operation[],
  chain: readonly Link[],
  mayShowEarly: boolean,
): Violation | undefined {
  const reads = Map.groupBy(
    operations.filter((each) => each.kind === "read"),
    ({ state }) => state,
  );
  const conflicts = Map.groupBy(
    operations.filter((each) => each.kind === "write" && each.outcome === "conflict"),
    (write) => (write.kind === "write" ? write.expected : ""),
  );
  /** The operation that was sent last among those that came before the state's write took effect, or are that write. */
  let latest: Operation | undefined;
  for (const [place, { state, write }] of chain.entries()) {
    const before = chain[place - 1]?.state ?? "";
    const early = [...(write ? [write] : []), ...(reads.get(before) ?? [])];
    for (const each of early) if (!latest || each.from > latest.from) latest = each;
    const witnesses = [...(reads.get(state) ?? []), ...(conflicts.get(before) ?? [])];
    const deadlines = [...(write ? [write] : []), ...(mayShowEarly ? [] : witnesses)];
    const first = earliest(deadlines);
    if (latest && first && first.to < latest.from)
      return { why: `${state} was there, and an older state afterwards`, operations: [first, latest] };
    const tooEarly = earliest(witnesses);
    if (write && tooEarly && tooEarly.to < write.from)
      return { why: `${state} was there before it was sent`, operations: [tooEarly, write] };
  }
  const last = chain.at(-1)?.state ?? "";
  const [unfounded] = conflicts.get(last) ?? [];
  return unfounded && { why: `${last} was there, and nothing has replaced it`, operations: [unfounded] };
}

function earliest(operations: readonly Operation[]): Operation | undefined {
  return operations.reduce<Operation | undefined>(
    (first, each) => (first && first.to <= each.to ? first : each),
    undefined,
  );
}

/** A violation in a few lines. */
export function describeViolation({ why, operations }: Violation, name: string): string {
  return [`${name} is not linearizable: ${why}`, ...operations.map((each) => `    ${describe(each)}`)].join("\n");
}

function describe(operation: Operation): string {
  const { node, from, to } = operation;
  const until = Number.isFinite(to) ? `${to.toFixed(1)} ms` : "the end";
  const when = `${from.toFixed(1)} to ${until}, ${node}`;
  if (operation.kind === "read") return `${when}: a read showed ${operation.state}`;
  const { state, expected, outcome } = operation;
  return `${when}: a write of ${state} in place of ${expected}, ${outcome}`;
}
