// Over 300 lines: the tests share one simulated server with tabs and a clock.

import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { Follower, defaultPace, type News, type Pace, type PageEnvironment } from "./follow.ts";

const quick: Pace = { ...defaultPace, firstWaitMs: 5, lastWaitMs: 20, pollMs: 10, hiddenPollMs: 10 };
const slow: Pace = { ...quick, firstWaitMs: 3_600_000, lastWaitMs: 3_600_000, pollMs: 3_600_000 };

/** A tab that follows changes, with the news that it received and the reloads that it requested. */
class Tab implements Disposable {
  readonly news: News[] = [];
  readonly loads: number[] = [];
  isOnline = true;
  isVisible = true;
  readonly following;
  #look = () => {};
  #heard = Promise.withResolvers<void>();

  constructor(baseUrl: string, after: number, pace = quick) {
    const environment: PageEnvironment = {
      isOnline: () => this.isOnline,
      isVisible: () => this.isVisible,
      watch: (onChange) => (this.#look = onChange),
    };
    const note = () => {
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    };
    const onNews = (news: News) => {
      this.news.push(news);
      note();
    };
    const reload = async (atLeast: number) => {
      this.loads.push(atLeast);
      note();
    };
    this.following = new Follower({ baseUrl, after, onNews, reload, environment, pace });
  }

  set(environment: Partial<Pick<Tab, "isOnline" | "isVisible">>): void {
    Object.assign(this, environment);
    this.#look();
  }

  get numbers(): number[] {
    return this.news.flatMap((news) => ("changes" in news ? news.changes.map(({ number }) => number) : []));
  }

  get states(): string[] {
    return this.news.flatMap((news) => ("state" in news ? [news.state] : []));
  }

  async until(isSo: (tab: Tab) => boolean): Promise<void> {
    while (!isSo(this)) await this.#heard.promise;
  }

  untilNumber(number: number): Promise<void> {
    return this.until(({ numbers }) => numbers.at(-1) === number);
  }

  untilState(state: string): Promise<void> {
    return this.until(({ states }) => states.at(-1) === state);
  }

  [Symbol.dispose]() {
    this.following.stop();
  }
}

async function add(shop: TestShop, count = 1): Promise<void> {
  for (; count > 0; count--)
    await fetch(`${shop.url}/coffee`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
}

/** A proxy in front of a shop that can cut all connections, and cut, stall or refuse streams. */
class Front implements AsyncDisposable {
  readonly requests: string[] = [];
  streams: "pass" | "cut" | "silent" | number = "pass";
  readonly #server: Server;
  readonly #streams: (readonly [reply: IncomingMessage, outgoing: ServerResponse])[] = [];
  #holdLog: (() => Promise<void>) | undefined;

  private constructor(shop: TestShop) {
    this.#server = createServer((incoming, outgoing) => {
      const { url = "", method, headers } = incoming;
      this.requests.push(url);
      const isStream = url.startsWith("/-/changes/stream");
      if (isStream && this.streams === "cut") return incoming.socket.destroy();
      if (isStream && this.streams === "silent") return outgoing.writeHead(200).flushHeaders();
      if (isStream && typeof this.streams === "number")
        return outgoing.writeHead(this.streams, { "retry-after": "3600" }).end();
      const passedOn = request(shop.url + url, { method, headers }, (reply) => {
        reply.on("error", () => outgoing.destroy());
        if (isStream) this.#streams.push([reply, outgoing]);
        const pass = () => reply.pipe(outgoing.writeHead(reply.statusCode ?? 502, reply.headers));
        if (url.startsWith("/-/changes?") && this.#holdLog) void this.#holdLog().then(pass);
        else pass();
      });
      passedOn.on("error", () => outgoing.destroy());
      outgoing.on("close", () => passedOn.destroy());
      passedOn.end();
    });
  }

  static async open(shop: TestShop): Promise<Front> {
    const front = new Front(shop);
    front.#server.listen(0, "127.0.0.1");
    await once(front.#server, "listening");
    return front;
  }

  get url(): string {
    const address = this.#server.address();
    return typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
  }

  /** Holds back replies of the log until `letGo`. `isHeld` resolves when it holds the first one. */
  holdLog(): Readonly<{ isHeld: Promise<void>; letGo: () => void }> {
    const isHeld = Promise.withResolvers<void>();
    const pass = Promise.withResolvers<void>();
    this.#holdLog = () => {
      isHeld.resolve();
      return pass.promise;
    };
    return { isHeld: isHeld.promise, letGo: () => pass.resolve() };
  }

  /** Holds back the data of the open streams until the returned function is called. */
  holdStreams(): () => void {
    const streams = this.#streams.splice(0);
    for (const [reply, outgoing] of streams) reply.unpipe(outgoing);
    return () => streams.forEach(([reply, outgoing]) => reply.pipe(outgoing));
  }

  cut(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose]() {
    this.#server.close();
    this.cut();
    await once(this.#server, "close");
  }
}

/** `next` resolves when the page reads another piece of a reply. Requests still go to the real server. */
function watchReads(): Readonly<{ next: () => Promise<void> }> {
  const send = fetch;
  let read = Promise.withResolvers<void>();
  const note = () => {
    read.resolve();
    read = Promise.withResolvers();
  };
  vi.stubGlobal("fetch", async (...parameters: Parameters<typeof fetch>) => {
    const response = await send(...parameters);
    const noting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        controller.enqueue(piece);
        note();
      },
    });
    return new Response(response.body?.pipeThrough(noting), response);
  });
  return { next: () => read.promise };
}

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1);

describe("a tab", () => {
  test("receives each change once and in order, starting after its own number", async () => {
    await using shop = await openTestShop();
    await add(shop, 2);
    using tab = new Tab(shop.url, 1);
    await tab.untilState("live");
    await add(shop, 3);
    await tab.untilNumber(5);
    expect(tab.numbers).toEqual([2, 3, 4, 5]);
    expect(tab.news[0]).toEqual({ state: "live" });
  });

  test("reconnects without a gap or a repetition, however often its stream breaks", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    using tab = new Tab(front.url, 0);
    for (let round = 1; round <= 5; round++) {
      await tab.untilState("live");
      front.cut();
      await add(shop, 2);
      await tab.untilNumber(2 * round);
    }
    expect(tab.numbers).toEqual(upTo(10));
    expect(new Set(tab.states)).toEqual(new Set(["live", "reconnecting"]));
  });

  test("keeps its stream for as long as heartbeats come, and gives it up after 45 seconds of silence", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const reads = watchReads();
    using tab = new Tab(front.url, 0, defaultPace);
    await tab.untilState("live");
    for (let beat = 1; beat <= 5; beat += 1) {
      const read = reads.next();
      await vi.advanceTimersByTimeAsync(20_000);
      await read;
    }
    front.holdStreams();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(tab.states).toEqual(["live"]);
    expect(front.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await tab.untilState("reconnecting");
  });

  test("reloads the list when its number is beyond the end of the log, and continues from there", async () => {
    await using shop = await openTestShop();
    await add(shop, 2);
    using tab = new Tab(shop.url, 7);
    await tab.untilState("live");
    await add(shop);
    await tab.untilNumber(3);
    expect(tab.loads[0]).toBe(2);
    expect(tab.numbers).toEqual([3]);
  });

  test("keeps asking for a reload of the list until it is stopped", async () => {
    await using shop = await openTestShop();
    await add(shop, 2);
    using tab = new Tab(shop.url, 7);
    await tab.until(({ loads }) => loads.length === 3);
    await add(shop);
    await tab.until(({ loads }) => loads.at(-1) === 3);
    tab.following.stop();
    const { length } = tab.loads;
    using other = new Tab(shop.url, 7);
    await other.until(({ loads }) => loads.length === 3);
    expect(tab.loads).toHaveLength(length);
  });

  test("does not ask the log for changes after a reload that ends at a lower number than it knew", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    await add(shop, 2);
    using tab = new Tab(front.url, 7, slow);
    await tab.until(({ loads }) => loads[0] === 2);
    tab.set({ isOnline: false });
    await tab.untilState("reconnecting");
    tab.set({ isOnline: true });
    await tab.untilState("live");
    await add(shop);
    await tab.untilNumber(3);
    expect(front.requests).toEqual(["/-/changes/stream?after=7", "/-/changes/stream?after=2"]);
  });

  test("reconnects at once when it is online again", async () => {
    await using shop = await openTestShop();
    await add(shop, 2);
    using tab = new Tab(shop.url, 7, slow);
    await tab.until(({ loads }) => loads.length === 1);
    tab.set({ isOnline: false });
    tab.set({ isOnline: true });
    await tab.until(({ loads }) => loads.length === 2);
  });

  test.for(["cut", "silent"] as const)(
    "polls after three streams in a row were %s, and streams again when possible",
    async (streams) => {
      await using shop = await openTestShop();
      await using front = await Front.open(shop);
      front.streams = streams;
      using tab = new Tab(front.url, 0, { ...quick, pollingMs: 100, silenceMs: 300 });
      await tab.untilState("polling");
      expect(front.requests.filter((url) => url.startsWith("/-/changes/stream"))).toHaveLength(3);
      await add(shop, 60);
      await tab.untilNumber(60);
      front.streams = "pass";
      await tab.untilState("live");
      await add(shop);
      await tab.untilNumber(61);
      expect(tab.numbers).toEqual(upTo(61));
    },
  );

  test.for([429, 503])("polls at once if a stream is refused with %i, and requests no other stream", async (status) => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    front.streams = status;
    using tab = new Tab(front.url, 0);
    await tab.untilState("polling");
    await add(shop, 2);
    await tab.untilNumber(2);
    expect(front.requests.filter((url) => url.startsWith("/-/changes/stream"))).toHaveLength(1);
  });

  test("reloads the list if polling finds its number beyond the end of the log", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    front.streams = 503;
    await add(shop, 2);
    using tab = new Tab(front.url, 7);
    await tab.until(({ loads }) => loads[0] === 2);
  });

  test("sends nothing while offline, and goes on at once when it is online again", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    using tab = new Tab(front.url, 0, slow);
    await tab.untilState("live");
    tab.set({ isOnline: false });
    await tab.untilState("reconnecting");
    const { length } = front.requests;
    await add(shop, 2);
    expect(front.requests).toHaveLength(length);
    tab.set({ isOnline: true });
    await tab.untilNumber(2);
    expect(front.requests).toHaveLength(length + 1);
  });

  test("reconnects at once when it becomes visible again", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    using tab = new Tab(front.url, 0, slow);
    await tab.untilState("live");
    tab.set({ isVisible: false });
    front.streams = "cut";
    front.cut();
    await tab.untilState("reconnecting");
    await add(shop);
    front.streams = "pass";
    tab.set({ isVisible: true });
    await tab.untilNumber(1);
  });

  test("stops for good if the server has no stream of changes", async () => {
    await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
    await using front = await Front.open(shop);
    using tab = new Tab(front.url, 0);
    using other = new Tab(front.url, 0);
    await tab.untilState("stopped");
    await other.untilState("stopped");
    expect(front.requests).toEqual(["/-/changes/stream?after=0"]);
  });
});

describe("several tabs", () => {
  test("share one stream, and each receives every change once", async () => {
    const open: number[] = [];
    await using shop = await openTestShop({ observeStreams: (count) => open.push(count) });
    using first = new Tab(shop.url, 0);
    using second = new Tab(shop.url, 0);
    using third = new Tab(shop.url, 0);
    const tabs = [first, second, third];
    for (const tab of tabs) await tab.untilState("live");
    await add(shop, 5);
    for (const tab of tabs) {
      await tab.untilNumber(5);
      expect(tab.numbers).toEqual(upTo(5));
    }
    expect(Math.max(...open)).toBe(1);
  });

  test("continue without a gap when the leading tab closes", async () => {
    await using shop = await openTestShop();
    const first = new Tab(shop.url, 0);
    await first.untilState("live");
    using second = new Tab(shop.url, 0);
    using third = new Tab(shop.url, 0);
    await second.untilState("live");
    await add(shop, 2);
    await second.untilNumber(2);
    first.following.stop();
    await add(shop, 2);
    await second.untilNumber(4);
    await third.untilNumber(4);
    await add(shop, 2);
    for (const tab of [second, third]) {
      await tab.untilNumber(6);
      expect(tab.numbers).toEqual(upTo(6));
    }
    expect(first.numbers).toEqual(upTo(2));
  });

  test("without BroadcastChannel each open a stream, but only while they are visible", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const open: number[] = [];
    await using shop = await openTestShop({ observeStreams: (count) => open.push(count) });
    using seen = new Tab(shop.url, 0);
    using hidden = new Tab(shop.url, 0);
    for (const tab of [seen, hidden]) await tab.untilState("live");
    hidden.set({ isVisible: false });
    await hidden.untilState("reconnecting");
    await add(shop, 2);
    await seen.untilNumber(2);
    expect([Math.max(...open), hidden.numbers]).toEqual([2, []]);
    hidden.set({ isVisible: true });
    await hidden.untilNumber(2);
    expect(hidden.numbers).toEqual([1, 2]);
  });

  test("send a tab that joins late the changes that it has missed", async () => {
    await using shop = await openTestShop();
    using first = new Tab(shop.url, 0);
    await first.untilState("live");
    await add(shop, 60);
    await first.untilNumber(60);
    using late = new Tab(shop.url, 3);
    await late.untilNumber(60);
    await add(shop);
    await late.untilNumber(61);
    expect(late.numbers).toEqual(upTo(61).slice(3));
    expect(late.states).toEqual(["live"]);
  });

  test("send a tab that is still catching up the changes made meanwhile", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    using first = new Tab(front.url, 0);
    await first.untilState("live");
    await add(shop, 3);
    await first.untilNumber(3);
    const { isHeld, letGo } = front.holdLog();
    using late = new Tab(front.url, 1);
    await isHeld;
    await add(shop);
    await first.untilNumber(4);
    letGo();
    await late.untilNumber(4);
    expect(late.numbers).toEqual([2, 3, 4]);
  });

  test("deliver no change twice to a tab that read it from the log first", async () => {
    await using shop = await openTestShop();
    await using front = await Front.open(shop);
    using first = new Tab(front.url, 0);
    await first.untilState("live");
    await add(shop, 3);
    await first.untilNumber(3);
    const letGo = front.holdStreams();
    await add(shop);
    using late = new Tab(front.url, 1);
    await late.untilNumber(4);
    expect(first.numbers).toEqual(upTo(3));
    letGo();
    await first.untilNumber(4);
    await add(shop);
    await late.untilNumber(5);
    expect(late.numbers).toEqual([2, 3, 4, 5]);
  });
});
