import { pollChanges, readStream, type StreamOptions, type ChangeBatch } from "./change-source.ts";
import { defaultPace, type Pace } from "./pace.ts";
import { thisPage, type PageEnvironment } from "./page-environment.ts";
import { joinTabs, type Tabs } from "./tabs.ts";
import type { RemoteChange } from "../remote-change.ts";

export type FollowState = "live" | "reconnecting" | "polling" | "stopped";

/** Changes in the order of the log, each told once; or how they are heard of now. */
export type News = Readonly<{ changes: readonly RemoteChange[] } | { state: FollowState }>;

export type FollowOptions = Readonly<{
  /** The product server; an empty one stands for the page's own. */
  baseUrl: string;
  /** The number up to which all changes are known, as the list says it. */
  after: number;
  onNews: (news: News) => void;
  /**
   * Loads the list anew, at least up to a number: too much was changed to be told one by one. It is called at a slackening
   * pace until the following stops, for whoever has loaded the list follows anew from there.
   */
  reload: (atLeast: number) => Promise<void>;
  environment?: PageEnvironment;
  pace?: Pace;
}>;

export type Subscription = Readonly<{ stop: () => void }>;

/**
 * Follows the shop from a change on, with one stream for all tabs of the browser that follow the same. Whatever is cut off
 * is taken up again where it was: no change is told twice, and none is left out. Nothing is sent while offline.
 */
export function follow(options: FollowOptions): Subscription {
  const follower = new Follower(options);
  return { stop: () => follower.stop() };
}

/** What tabs tell each other. A tab that would hear more asks for it with the number that it knows. */
type Message = ChangeBatch | Readonly<{ state: FollowState }> | Readonly<{ ask: number }>;

class Follower {
  readonly #options: FollowOptions;
  readonly #environment: PageEnvironment;
  readonly #pace: Pace;
  readonly #stopController = new AbortController();
  readonly #tabs: Tabs<Message>;
  readonly #pauses = new Set<() => void>();
  /** Aborted while nothing may be sent. */
  #connection = new AbortController();
  #state: FollowState = "reconnecting";
  /** Up to which all is told here, and up to which something is known to have been made. */
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
      const { isUnavailable: isAbsent } = await pollChanges(this.#options.baseUrl, this.#number, streamOptions);
      if (isAbsent) return;
      const waitMs = this.#environment.isVisible() ? pollMs : hiddenPollMs;
      await this.#pause(Math.max(0, Math.min(waitMs, until - performance.now())));
    }
  }

  /** Asks the server for what the leading tab has heard before this one listened to it. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    while (this.#number < this.#target && this.#canFollow()) {
      const target = this.#target;
      const streamOptions = this.#streamOptions((batch) => this.#apply(batch));
      const { hasEvents: isFruitful, isUnavailable: isAbsent } = await pollChanges(
        this.#options.baseUrl,
        this.#number,
        streamOptions,
      );
      // What was made while it was asked may not be in the answer.
      if (isFruitful || isAbsent) this.#target = this.#target > target ? this.#target : this.#number;
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

  /** Tells it here, and in all other tabs. */
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

  /** A hidden tab that shares no stream with others leaves its connection to those that are seen. */
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

  /** With chance, so that not all who were cut off come back at once. */
  #pauseWithJitter(milliseconds: number): Promise<void> {
    return this.#pause((milliseconds * (1 + Math.random())) / 2);
  }

  /** Until so many milliseconds have passed, or something has changed that makes it worth to try at once. */
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
