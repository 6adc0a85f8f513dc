import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { newFolder, readUntil, startChild } from "./children.ts";
import type { TestBrowser, Visitor, VisitorOptions } from "./visitor.ts";
import { webDriverInput } from "./webdriver-input.ts";

const message = z.object({
  id: z.number().optional(),
  type: z.string(),
  method: z.string().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  params: z.unknown().optional(),
});
const sessionResult = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const contextResult = z.object({ context: z.string() });
const dataResult = z.object({ data: z.string() });
const scriptResult = z.union([
  z.object({ type: z.literal("success"), realm: z.string(), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal("exception"), exceptionDetails: z.object({ text: z.string() }) }),
]);
const logEntry = z.object({
  level: z.string(),
  type: z.string(),
  text: z.string().nullable(),
  source: z.object({ realm: z.string() }),
});

/** Firefox's error for a photo that the page removes before it has loaded. */
const brokenOff = /\.avif’\. A ServiceWorker intercepted the request/;

/** Opens Debian's Firefox, driven by WebDriver BiDi; each visitor has its own process. */
export function openFirefox(executablePath: string): TestBrowser {
  return {
    newVisitor: (options = {}) => startFirefox(executablePath, options),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function startFirefox(executablePath: string, { prefersDark = false }: VisitorOptions): Promise<Visitor> {
  const profile = newFolder("firefox");
  const preferences = {
    "intl.accept_languages": "en-GB",
    "layout.css.prefers-color-scheme.content-override": prefersDark ? 0 : 1,
    "browser.shell.checkDefaultBrowser": false,
    "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.reportingpolicy.firstRun": false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const child = startChild(executablePath, args, { environment: { HOME: profile }, reads: "error output" });
  const address = await readUntil(child.process.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const errors: string[] = [];
  // When Firefox leaves a page, it aborts what the page is loading, and the page then reports a failure.
  const leftRealms = new Set<string>();
  const send = await connect(`${address}/session`, ({ level, type, text, source }) => {
    if (level !== "error" || leftRealms.has(source.realm) || brokenOff.test(String(text))) return;
    errors.push(type === "javascript" ? `page error: ${text}` : String(text));
  });
  const session = sessionResult.parse(await send("session.new", { capabilities: {} }));
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = contextResult.parse(await send("browsingContext.create", { type: "tab" }));

  const run = async (expression: string) => {
    const outcome = scriptResult.parse(
      await send("script.evaluate", { expression, target: { context }, awaitPromise: true }),
    );
    if (outcome.type === "exception") throw new Error(outcome.exceptionDetails.text);
    return outcome;
  };

  return {
    version: session.capabilities.browserVersion,
    errors,
    ...webDriverInput((actions) => send("input.performActions", { context, actions })),
    goTo: async (url) => {
      leftRealms.add((await run("''")).realm);
      await send("browsingContext.navigate", { context, url, wait: "complete" }).catch(() => {});
    },
    evaluate: async (expression) => (await run(expression)).result.value,
    resize: async (width, height) => {
      await send("browsingContext.setViewport", { context, viewport: { width, height }, devicePixelRatio: 1 });
    },
    takeScreenshot: async () => asBuffer(await send("browsingContext.captureScreenshot", { context })),
    print: async () => asBuffer(await send("browsingContext.print", { context })),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

function asBuffer(result: unknown): Buffer {
  return Buffer.from(dataResult.parse(result).data, "base64");
}

/** Connects to a session's socket. */
async function connect(address: string, onLogEntry: (entry: z.infer<typeof logEntry>) => void) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let commands = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message: words, method, params } = message.parse(JSON.parse(String(data)));
    if (method === "log.entryAdded") onLogEntry(logEntry.parse(params));
    if (id === undefined) return;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${error}: ${words}`));
    waiting.delete(id);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has closed the connection."));
  });
  await once(socket, "open");
  return (method: string, params: object): Promise<unknown> => {
    const reply = Promise.withResolvers<unknown>();
    commands += 1;
    waiting.set(commands, reply);
    socket.send(JSON.stringify({ id: commands, method, params }));
    return reply.promise;
  };
}
