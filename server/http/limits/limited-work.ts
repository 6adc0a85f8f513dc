import { Fault } from "../../../catalogue/fault.ts";

export type WorkLimits = Readonly<{
  /** Tasks under way at once. */
  atOnce: number;
  /** Tasks that wait for their turn. */
  waiting: number;
}>;

type Turn = Readonly<{ begin: () => void; refuse: () => void }>;

/**
 * Expensive tasks, such as rendering a page. A few run at once, and one begins in each turn of the event loop. The others
 * wait: a client with fewer tasks comes first, and clients with as many take turns. Where too many wait, the client with the most
 * of them is refused with `too-busy`. Equal tasks that wait are done once, for all who asked.
 */
export class LimitedWork<Result> {
  readonly #limits: WorkLimits;
  /** By client, in the order of their turns. */
  readonly #queues = new Map<string, Turn[]>();
  readonly #tasks = new Map<string, Promise<Result>>();
  #waiting = 0;
  #running = 0;
  #hasBegun = false;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when it is this client's turn. Tasks with the same key must give the same result; a task is never shared
   * once it has begun, so that no client gets a result that is older than its request.
   */
  run(client: string, key: string, task: () => Promise<Result>): Promise<Result> {
    const waiting = this.#tasks.get(key);
    if (waiting) return waiting;
    const promise = this.#run(client, key, task);
    if (this.#waiting > 0) this.#tasks.set(key, promise);
    return promise;
  }

  async #run(client: string, key: string, task: () => Promise<Result>): Promise<Result> {
    try {
      await this.#turnOf(client);
    } finally {
      this.#tasks.delete(key);
    }
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#beginNext();
    }
  }

  #turnOf(client: string): Promise<void> {
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    const queue = this.#queues.get(client) ?? [];
    this.#queues.set(client, queue);
    queue.push({ begin, refuse: () => reject(new Fault("too-busy", "requests")) });
    this.#waiting += 1;
    this.#beginNext();
    if (this.#waiting > this.#limits.waiting) this.#refuseOne();
    return promise;
  }

  #beginNext(): void {
    const next = this.#shortest();
    if (!next || this.#hasBegun || this.#running >= this.#limits.atOnce) return;
    const [client, queue] = next;
    const turn = queue.shift();
    this.#queues.delete(client);
    if (queue.length > 0) this.#queues.set(client, queue); // behind the other clients
    this.#waiting -= 1;
    this.#running += 1;
    this.#hasBegun = true;
    setImmediate(() => {
      this.#hasBegun = false;
      this.#beginNext();
    });
    turn?.begin();
  }

  /** The first of the clients with the fewest tasks. */
  #shortest(): readonly [string, Turn[]] | undefined {
    let shortest: readonly [string, Turn[]] | undefined;
    for (const each of this.#queues) if (!shortest || each[1].length < shortest[1].length) shortest = each;
    return shortest;
  }

  #refuseOne(): void {
    const [longest] = [...this.#queues].toSorted(([, one], [, other]) => other.length - one.length);
    if (!longest) return;
    const [client, queue] = longest;
    queue.pop()?.refuse();
    if (queue.length === 0) this.#queues.delete(client);
    this.#waiting -= 1;
  }
}
