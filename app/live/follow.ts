import { askForChanges, hearStream, type Hearing, type Told } from "./change-source.ts";
import { usualPace, type Pace } from "./pace.ts";
import { ofThisPage, type Surroundings } from "./page-environment.ts";
import { joinTabs, type Tabs } from "./tabs.ts";
import type { ToldChange } from "./remote-change.ts";

export type FollowState = "live" | "reconnecting" | "polling" | "stopped";

/** Changes in the order of the log, each told once; or how they are heard of now. */
export type News = Readonly<{ changes: readonly ToldChange[] } | { state: FollowState }>;

export type FollowOptions = Readonly<{
  /** The product server; an empty one stands for the page's own. */
  baseUrl: string;
  /** The number up to which all changes are known, as the list says it. */
  after: number;
  hear: (news: News) => void;
  /**
   * Loads the list anew, at least up to a number: too much was changed to be told one by one. It is called at a slackening
   * pace until the following stops, for whoever has loaded the list follows anew from there.
   */
  load: (atLeast: number) => Promise<void>;
  surroundings?: Surroundings;
  pace?: Pace;
}>;

export type Following = Readonly<{ stop: () => void }>;

/**
 * Follows the shop from a change on, with one stream for all tabs of the browser that follow the same. Whatever is cut off
 * is taken up again where it was: no change is told twice, and none is left out. Nothing is sent while offline.
 */
export function follow(options: FollowOptions): Following {
  const follower = new Follower(options);
  return { stop: () => follower.stop() };
}

/** What tabs tell each other. A tab that would hear more asks for it with the number that it knows. */
type Message = Told | Readonly<{ state: FollowState }> | Readonly<{ ask: number }>;

class Follower {
  readonly #options: FollowOptions;
  readonly #surroundings: Surroundings;
  readonly #pace: Pace;
  readonly #stopping = new AbortController();
  readonly #tabs: Tabs<Message>;
  readonly #sleepers = new Set<() => void>();
  /** Aborted while nothing may be sent. */
  #reach = new AbortController();
  #state: FollowState = "reconnecting";
  /** Up to which all is told here, and up to which something is known to have been made. */
  #number: number;
  #wanted: number;
  #isLeading = false;
  #isCatchingUp = false;
  #isOutdated = false;

  constructor(options: FollowOptions) {
    const { baseUrl, after, surroundings = ofThisPage, pace = usualPace } = options;
    this.#options = options;
    this.#surroundings = surroundings;
    this.#pace = pace;
    this.#number = this.#wanted = after;
    const { signal } = this.#stopping;
    const lead = () => this.#lead();
    this.#tabs = joinTabs<Message>(`niceties-follow ${baseUrl}`, signal, lead, (message) => this.#receive(message));
    surroundings.watch(() => this.#lookAround(), signal);
    this.#tabs.post({ ask: after });
  }

  stop(): void {
    this.#stopping.abort();
    this.#reach.abort();
    this.#wake();
    this.#become("stopped");
  }

  async #lead(): Promise<void> {
    const { baseUrl } = this.#options;
    this.#isLeading = true;
    let fruitlessStreams = 0;
    let waitMs = this.#pace.firstWaitMs;
    while (this.#state !== "stopped") {
      if (!this.#mayFollow()) {
        this.#tell({ state: "reconnecting" });
        await this.#pause();
        continue;
      }
      const onBegin = () => this.#tell({ state: "live" });
      const onTold = (told: Told) => this.#tell(told);
      const end = await hearStream(baseUrl, this.#number, this.#hearing(onTold), onBegin);
      if (end.isAbsent) this.#tell({ state: "stopped" });
      fruitlessStreams = end.isFruitful ? 0 : fruitlessStreams + 1;
      if (!this.#mayFollow()) continue;
      if (end.refusedMs !== undefined || fruitlessStreams >= this.#pace.fruitlessStreams) {
        await this.#poll(end.refusedMs ?? this.#pace.pollingMs);
        continue;
      }
      if (this.#state !== "polling") this.#tell({ state: "reconnecting" });
      const nextMs = end.isFruitful ? (end.retryMs ?? this.#pace.firstWaitMs) : 2 * waitMs;
      waitMs = Math.min(nextMs, this.#pace.lastWaitMs);
      await this.#pauseAbout(waitMs);
    }
  }

  async #poll(pollingMs: number): Promise<void> {
    const { pollMs, hiddenPollMs } = this.#pace;
    const until = performance.now() + pollingMs;
    this.#tell({ state: "polling" });
    while (performance.now() < until && this.#mayFollow()) {
      const hearing = this.#hearing((told) => this.#tell(told));
      const { isAbsent } = await askForChanges(this.#options.baseUrl, this.#number, hearing);
      if (isAbsent) return;
      const waitMs = this.#surroundings.isVisible() ? pollMs : hiddenPollMs;
      await this.#pause(Math.max(0, Math.min(waitMs, until - performance.now())));
    }
  }

  /** Asks the server for what the leading tab has heard before this one listened to it. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    while (this.#number < this.#wanted && this.#mayFollow()) {
      const wanted = this.#wanted;
      const hearing = this.#hearing((told) => this.#take(told));
      const { isFruitful, isAbsent } = await askForChanges(this.#options.baseUrl, this.#number, hearing);
      // What was made while it was asked may not be in the answer.
      if (isFruitful || isAbsent) this.#wanted = this.#wanted > wanted ? this.#wanted : this.#number;
      else await this.#pause(this.#pace.firstWaitMs);
    }
    this.#isCatchingUp = false;
  }

  async #loadAnew(): Promise<void> {
    if (this.#isOutdated) return;
    this.#isOutdated = true;
    let waitMs = this.#pace.firstWaitMs;
    while (!this.#stopping.signal.aborted) {
      if (this.#mayFollow()) await this.#options.load(this.#number);
      await this.#pauseAbout(waitMs);
      waitMs = Math.min(2 * waitMs, this.#pace.lastWaitMs);
    }
  }

  #receive(message: Message): void {
    if ("state" in message) this.#become(message.state);
    else if (!("ask" in message)) this.#take(message);
    else if (this.#isLeading) {
      this.#tabs.post({ state: this.#state });
      this.#tabs.post({ after: this.#number, changes: [] });
      this.#wake();
    }
  }

  /** Tells it here, and in all other tabs. */
  #tell(message: Told | Readonly<{ state: FollowState }>): void {
    this.#receive(message);
    this.#tabs.post(message);
  }

  #take(told: Told): void {
    if (this.#stopping.signal.aborted) return;
    if ("reload" in told) {
      this.#number = this.#wanted = told.reload;
      return void this.#loadAnew();
    }
    const last = told.changes.at(-1)?.number ?? told.after;
    this.#wanted = Math.max(this.#wanted, last);
    if (told.after > this.#number) return void this.#catchUp();
    const fresh = told.changes.filter(({ number }) => number > this.#number);
    this.#number = Math.max(this.#number, last);
    if (fresh.length > 0) this.#options.hear({ changes: fresh });
  }

  #become(state: FollowState): void {
    if (this.#state === state || this.#state === "stopped") return;
    this.#state = state;
    this.#options.hear({ state });
  }

  #hearing(onTold: Hearing["onTold"]): Hearing {
    return { onTold, signal: this.#reach.signal, silenceMs: this.#pace.silenceMs };
  }

  /** A hidden tab that shares no stream with others leaves its connection to those that are seen. */
  #mayFollow(): boolean {
    const { isOnline, isVisible } = this.#surroundings;
    return this.#state !== "stopped" && isOnline() && (this.#tabs.areShared || isVisible());
  }

  #lookAround(): void {
    if (!this.#mayFollow()) return this.#reach.abort();
    if (this.#reach.signal.aborted) this.#reach = new AbortController();
    else if (!this.#surroundings.isVisible()) return;
    this.#wake();
    this.#tabs.post({ ask: this.#number });
    if (this.#number < this.#wanted) void this.#catchUp();
  }

  /** With chance, so that not all who were cut off come back at once. */
  #pauseAbout(milliseconds: number): Promise<void> {
    return this.#pause((milliseconds * (1 + Math.random())) / 2);
  }

  /** Until so many milliseconds have passed, or something has changed that makes it worth to try at once. */
  #pause(milliseconds?: number): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#sleepers.delete(end);
        resolve();
      };
      const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
      this.#sleepers.add(end);
    });
  }

  #wake(): void {
    for (const end of this.#sleepers) end();
  }
}
