import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../bench/machine/free-port.ts";
import { until } from "../drills/kit/until.ts";
import { newFolder, readUntil, startChild } from "./children.ts";
import type { TestBrowser, Visitor, VisitorOptions } from "./visitor.ts";
import { webDriverInput } from "./webdriver-input.ts";

const reply = z.object({ value: z.unknown() });
const problem = z.object({ error: z.string(), message: z.string() });
const scriptResult = z.tuple([z.array(z.string()), z.string()]);
const newSession = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const rectangle = z.object({ width: z.number(), height: z.number() });
const frame = "JSON.stringify([innerWidth, innerHeight])";
const screen = "1400x1400x24";
const waitMs = 20_000;
const commandLimitMs = 40_000;

/** Makes the toolbar narrow enough for a phone's width. */
const narrowToolbar = `window * { font-size: 1px }
toolbar, toolbar *, box button, box entry { min-width: 0; padding: 0; margin: 0; border-width: 0 }`;

/** A script that keeps a page's errors until they are read: WebDriver has no command for them. */
const keepErrors = `if (!window.errorsForTest) {
  const errors = (window.errorsForTest = []);
  const log = console.error;
  console.error = (...words) => { errors.push(words.map(String).join(" ")); log.apply(console, words); };
  addEventListener("error", ({ message }) => message && errors.push("page error: " + message));
  addEventListener("unhandledrejection", ({ reason }) => errors.push("page error: " + reason));
}`;

/** Opens WebKitGTK's test browser on its own X screen; each visitor has their own driver and browser. */
export async function openWebKit(driverPath: string, executablePath: string): Promise<TestBrowser> {
  const xvfb = startChild("Xvfb", ["-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp"], {
    environment: {},
    reads: "third output",
  });
  const output = xvfb.process.stdio[3];
  const display = `:${await readUntil(output && "resume" in output ? output : undefined, /(\d+)\n/)}`;
  const newVisitor = (options: VisitorOptions = {}) => startWebKit(driverPath, executablePath, display, options);
  return { newVisitor, [Symbol.asyncDispose]: () => xvfb[Symbol.asyncDispose]() };
}

async function startWebKit(
  driver: string,
  browser: string,
  display: string,
  { prefersDark = false }: VisitorOptions,
): Promise<Visitor> {
  const home = newFolder("webkit");
  mkdirSync(join(home, "gtk-3.0"));
  writeFileSync(join(home, "gtk-3.0", "gtk.css"), narrowToolbar);
  const port = await freePort();
  const child = startChild(driver, [`--port=${port}`], {
    environment: {
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      LANG: "en_GB.UTF-8",
      DISPLAY: display,
      NO_AT_BRIDGE: "1",
      ...(prefersDark && { GTK_THEME: "Adwaita:dark" }),
    },
  });
  const { version, call } = await openSession(`http://127.0.0.1:${port}`, browser);
  const errors: string[] = [];
  const evaluate = async (expression: string) => {
    const script = `${keepErrors} const errors = errorsForTest.splice(0);
      return [window.isLeft ? [] : errors, await (${expression})]`;
    const [newErrors, text] = scriptResult.parse(
      await call("POST", "/execute/sync", { script: `return (async () => {${script}})()`, args: [] }),
    );
    errors.push(...newErrors);
    return text;
  };
  const resize = await windowResizer(call, evaluate);
  return {
    version,
    errors,
    ...webDriverInput((actions) => call("POST", "/actions", { actions })),
    evaluate,
    goTo: async (url) => {
      await evaluate("(window.isLeft = true, '')").catch(() => {});
      await call("POST", "/url", { url });
      // Ask the new document from its first moment on, so that few of its errors are missed.
      const isOpen = async () => (await evaluate("window.isLeft ? '' : document.readyState")) === "complete";
      await waitFor(`open ${url}`, isOpen);
    },
    resize,
    takeScreenshot: async () => Buffer.from(z.string().parse(await call("GET", "/screenshot")), "base64"),
    print: () => Promise.reject(new Error("WebKitWebDriver cannot print.")),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** Waits for the driver, and makes it open the browser. `call` makes calls within the session. */
async function openSession(url: string, binary: string): Promise<{ version: string; call: Call }> {
  const call: Call = async (method, path, body) => {
    const signal = AbortSignal.timeout(commandLimitMs);
    const response = await fetch(url + path, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = reply.parse(await response.json());
    const failed = response.ok ? undefined : problem.parse(value);
    if (failed) throw new Error(`${failed.error}: ${failed.message}`);
    return value;
  };
  await waitFor("start", async () => call("GET", "/status"));
  const options = { binary, args: ["--automation"] };
  const capabilities = { alwaysMatch: { pageLoadStrategy: "none", "webkitgtk:browserOptions": options } };
  const session = newSession.parse(await call("POST", "/session", { capabilities }));
  return {
    version: session.capabilities.browserVersion,
    call: (method, path, body) => call(method, `/session/${session.sessionId}${path}`, body),
  };
}

/** Makes a function that resizes the viewport, which is smaller than the window by the height of a bar. */
async function windowResizer(call: Call, evaluate: Visitor["evaluate"]): Promise<Visitor["resize"]> {
  /** Repeats the command until it has worked: a window that is not on the screen yet forgets commands. */
  const resizeWindow = async (width: number, height: number, expression: string, wanted: string) => {
    let outer: unknown;
    await waitFor(`make its window ${width} × ${height}`, async () => {
      outer = await call("POST", "/window/rect", { width, height });
      return (await evaluate(expression)) === wanted;
    });
    return rectangle.parse(outer);
  };
  const outer = await resizeWindow(1000, 700, "String(innerWidth)", "1000");
  const barHeight = outer.height - Number(await evaluate("String(innerHeight)"));
  return async (width, height) => {
    await resizeWindow(width, height + barHeight, frame, JSON.stringify([width, height]));
  };
}

function waitFor(what: string, isSo: () => Promise<unknown>): Promise<unknown> {
  const failure = `In ${waitMs / 1000} s WebKit does not ${what}.`;
  return until(() => isSo().catch(() => false), { withinMs: waitMs, failure });
}
