import { pollChanges, readStream, type StreamOptions, type ChangeBatch } from "./change-source.ts";
import { joinTabs, type Tabs } from "./tabs.ts";
import type { RemoteChange } from "../remote-change.ts";

export type FollowState = "live" | "reconnecting" | "polling" | "stopped";

/** New changes, each delivered once and in the order of the log, or a new state of the connection. */
export type News = Readonly<{ changes: readonly RemoteChange[] } | { state: FollowState }>;

export type FollowOptions = Readonly<{
  /** The product server; empty for the page's own server. */
  baseUrl: string;
  /** The number of the last change in the loaded list. */
  after: number;
  onNews: (news: News) => void;
  /**
   * Loads the list again, at least up to a number, because there are too many changes. It is called again with growing
   * pauses until `stop`: after a successful load, the caller stops and follows from the new list.
   */
  reload: (atLeast: number) => Promise<void>;
  environment?: PageEnvironment;
  pace?: Pace;
}>;

/** Messages between tabs. A tab asks for news with the number of its last change. */
type Message = ChangeBatch | Readonly<{ state: FollowState }> | Readonly<{ ask: number }>;

/**
 * Follows a shop's changes from a number on, with one stream for all tabs of the browser. After a lost connection it
 * continues where it stopped: it delivers no change twice and skips none. It sends nothing while offline.
 */
export class Follower {
  readonly #options: FollowOptions;
  readonly #environment: PageEnvironment;
  readonly #pace: Pace;
  readonly #stopController = new AbortController();
  readonly #tabs: Tabs<Message>;
  readonly #pauses = new Set<() => void>();
  /** Aborted while this page may not send requests. */
  #connection = new AbortController();
  #state: FollowState = "reconnecting";
  /** The last change that was delivered here, and the last one known to exist. */
  #number: number;
  #target: number;
  #isLeading = false;
  #isCatchingUp = false;
  #isReloading = false;

  constructor(options: FollowOptions) {
    const { baseUrl, after, environment = thisPage, pace = defaultPace } = options;
    this.#options = options;
    this.#environment = environment;
    this.#pace = pace;
    this.#number = this.#target = after;
    const { signal } = this.#stopController;
    const lead = () => this.#lead();
    this.#tabs = joinTabs<Message>(`niceties-follow ${baseUrl}`, signal, lead, (message) => this.#receive(message));
    environment.watch(() => this.#onEnvironmentChange(), signal);
    this.#tabs.post({ ask: after });
  }

  stop(): void {
    this.#stopController.abort();
    this.#connection.abort();
    this.#wake();
    this.#setState("stopped");
  }

  async #lead(): Promise<void> {
    const { baseUrl } = this.#options;
    this.#isLeading = true;
    let emptyStreams = 0;
    let waitMs = this.#pace.firstWaitMs;
    while (this.#state !== "stopped") {
      if (!this.#canFollow()) {
        this.#broadcast({ state: "reconnecting" });
        await this.#pause();
        continue;
      }
      const onBegin = () => this.#broadcast({ state: "live" });
      const onTold = (batch: ChangeBatch) => this.#broadcast(batch);
      const end = await readStream(baseUrl, this.#number, this.#streamOptions(onTold), onBegin);
      if (end.isUnavailable) this.#broadcast({ state: "stopped" });
      emptyStreams = end.hasEvents ? 0 : emptyStreams + 1;
      if (!this.#canFollow()) continue;
      if (end.refusedMs !== undefined || emptyStreams >= this.#pace.emptyStreamLimit) {
        await this.#poll(end.refusedMs ?? this.#pace.pollingMs);
        continue;
      }
      if (this.#state !== "polling") this.#broadcast({ state: "reconnecting" });
      const nextMs = end.hasEvents ? (end.retryMs ?? this.#pace.firstWaitMs) : 2 * waitMs;
      waitMs = Math.min(nextMs, this.#pace.lastWaitMs);
      await this.#pauseWithJitter(waitMs);
    }
  }

  async #poll(pollingMs: number): Promise<void> {
    const { pollMs, hiddenPollMs } = this.#pace;
    const until = performance.now() + pollingMs;
    this.#broadcast({ state: "polling" });
    while (performance.now() < until && this.#canFollow()) {
      const streamOptions = this.#streamOptions((batch) => this.#broadcast(batch));
      const { isUnavailable } = await pollChanges(this.#options.baseUrl, this.#number, streamOptions);
      if (isUnavailable) return;
      const waitMs = this.#environment.isVisible() ? pollMs : hiddenPollMs;
      await this.#pause(Math.max(0, Math.min(waitMs, until - performance.now())));
    }
  }

  /** Fetches the changes that the leading tab received before this tab listened to it. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    while (this.#number < this.#target && this.#canFollow()) {
      const target = this.#target;
      const streamOptions = this.#streamOptions((batch) => this.#apply(batch));
      const { hasEvents, isUnavailable } = await pollChanges(this.#options.baseUrl, this.#number, streamOptions);
      // The answer may lack changes made during the request.
      if (hasEvents || isUnavailable) this.#target = this.#target > target ? this.#target : this.#number;
      else await this.#pause(this.#pace.firstWaitMs);
    }
    this.#isCatchingUp = false;
  }

  async #reloadList(): Promise<void> {
    if (this.#isReloading) return;
    this.#isReloading = true;
    let waitMs = this.#pace.firstWaitMs;
    while (!this.#stopController.signal.aborted) {
      if (this.#canFollow()) await this.#options.reload(this.#number);
      await this.#pauseWithJitter(waitMs);
      waitMs = Math.min(2 * waitMs, this.#pace.lastWaitMs);
    }
  }

  #receive(message: Message): void {
    if ("state" in message) this.#setState(message.state);
    else if (!("ask" in message)) this.#apply(message);
    else if (this.#isLeading) {
      this.#tabs.post({ state: this.#state });
      this.#tabs.post({ after: this.#number, changes: [] });
      this.#wake();
    }
  }

  /** Handles a message here, and sends it to all other tabs. */
  #broadcast(message: ChangeBatch | Readonly<{ state: FollowState }>): void {
    this.#receive(message);
    this.#tabs.post(message);
  }

  #apply(batch: ChangeBatch): void {
    if (this.#stopController.signal.aborted) return;
    if ("reload" in batch) {
      this.#number = this.#target = batch.reload;
      return void this.#reloadList();
    }
    const last = batch.changes.at(-1)?.number ?? batch.after;
    this.#target = Math.max(this.#target, last);
    if (batch.after > this.#number) return void this.#catchUp();
    const fresh = batch.changes.filter(({ number }) => number > this.#number);
    this.#number = Math.max(this.#number, last);
    if (fresh.length > 0) this.#options.onNews({ changes: fresh });
  }

  #setState(state: FollowState): void {
    if (this.#state === state || this.#state === "stopped") return;
    this.#state = state;
    this.#options.onNews({ state });
  }

  #streamOptions(onTold: StreamOptions["onBatch"]): StreamOptions {
    return { onBatch: onTold, signal: this.#connection.signal, silenceMs: this.#pace.silenceMs };
  }

  /** Whether this page may connect. A background tab without a shared stream does not, to save connections. */
  #canFollow(): boolean {
    const { isOnline, isVisible } = this.#environment;
    return this.#state !== "stopped" && isOnline() && (this.#tabs.areShared || isVisible());
  }

  #onEnvironmentChange(): void {
    if (!this.#canFollow()) return this.#connection.abort();
    if (this.#connection.signal.aborted) this.#connection = new AbortController();
    else if (!this.#environment.isVisible()) return;
    this.#wake();
    this.#tabs.post({ ask: this.#number });
    if (this.#number < this.#target) void this.#catchUp();
  }

  /** Pauses for a random time, from half of it to all, so that not all browsers reconnect at once. */
  #pauseWithJitter(milliseconds: number): Promise<void> {
    return this.#pause((milliseconds * (1 + Math.random())) / 2);
  }

  /** Resolves after this many milliseconds, or earlier when `#wake` is called. */
  #pause(milliseconds?: number): Promise<void> {
    if (this.#stopController.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
      this.#pauses.add(end);
    });
  }

  #wake(): void {
    for (const end of this.#pauses) end();
  }
}

/** Timing of the connection, in milliseconds. */
export type Pace = Readonly<typeof defaultPace>;

export const defaultPace = {
  /** The pause between two streams: the first and the longest. */
  firstWaitMs: 1_000,
  lastWaitMs: 60_000,
  /** A stream without data for this long is broken: the server sends a heartbeat more than twice in it. */
  silenceMs: 45_000,
  /** After this many streams in a row without data, poll the log instead. */
  emptyStreamLimit: 3,
  pollMs: 30_000,
  hiddenPollMs: 120_000,
  /** How long to poll the log before trying a stream again. */
  pollingMs: 300_000,
};

/** Whether the page is online and in the foreground. */
export type PageEnvironment = Readonly<{
  isOnline: () => boolean;
  isVisible: () => boolean;
  /** Calls `onChange` when either changes, until the signal aborts. */
  watch: (onChange: () => void, signal: AbortSignal) => void;
}>;

const thisPage: PageEnvironment = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === "visible",
  watch: (onChange, signal) => {
    for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal });
    document.addEventListener("visibilitychange", onChange, { signal });
  },
};
