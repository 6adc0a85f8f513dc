import { Fault } from "../../../catalogue/fault.ts";

export type WorkLimits = Readonly<{
  /** Tasks under way at once. */
  atOnce: number;
  /** Tasks that wait for their turn. */
  waiting: number;
}>;

type Turn = Readonly<{ begin: () => void; refuse: () => void }>;

/**
 * Limits expensive tasks, such as rendering a page. A few run at once, and one begins in each turn of the event loop.
 * The others wait: the client with fewer waiting tasks comes first, and clients with equally many take turns. If too
 * many wait, the client with the most waiting tasks has its newest one refused with `too-busy`. Waiting tasks with the
 * same key run once, and every caller gets that result.
 */
export class LimitedWork<Result> {
  readonly #limits: WorkLimits;
  /** Waiting tasks by client; the clients are in the order of their turns. */
  readonly #queues = new Map<string, Turn[]>();
  readonly #tasks = new Map<string, Promise<Result>>();
  #waiting = 0;
  #running = 0;
  #hasBegun = false;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when it is this client's turn. Rejects as the task does, or with `too-busy`. Tasks with the same key
   * must give the same result. A task is never shared once it has begun, so no client gets a result older than its
   * request.
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
    if (this.#running + this.#waiting > this.#limits.atOnce + this.#limits.waiting) this.#refuseOne();
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

  /** The client with the fewest waiting tasks; of equals, the one whose turn is first. Undefined if no task waits. */
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
