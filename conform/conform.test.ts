import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fieldsOf } from "../catalogue/coffee-text.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { openTestShop } from "../test/servers/open-test-shop.ts";
import { answer, inPlaceOf, inReply, inReplyJson, isCall, itemsOf } from "../test/mutants/mistakes.ts";
import { openMutant, type Mistake } from "../test/mutants/open-mutant.ts";
import { rules } from "./rules.ts";

const commandFile = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

function start(...args: readonly string[]) {
  return spawn(process.execPath, [commandFile, "conform", ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

async function runToEnd(...args: readonly string[]) {
  const child = start(...args);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  return { code, out: await out, err: await err };
}

const newestFirst = inReplyJson("GET /coffee", (list) => itemsOf(list).toReversed());

const nothingToDelete = inReply("DELETE /coffee/{id}", (answered) => ({
  ...answered,
  status: 204,
  body: Buffer.alloc(0),
}));

test("for our own shop the check prints every rule and the totals, and exits with code 0", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees, environment: { ALLOWED_ORIGINS: "*" } });
  const { code, out, err } = await runToEnd(shop.url, "--strict", "--risky");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const { id, title, source } of rules) {
    expect(out).toContain(`${id === "wait-told" ? "unseen" : "holds "}     ${id.padEnd(22)}  ${title} (${source})\n`);
  }
  const specification = rules.filter(({ level }) => level === "specification").length;
  const extras = rules.length - specification;
  expect(out).toContain(`Specification: ${specification} of ${specification} hold, 0 broken.
Extras: ${extras - 1} of ${extras} hold, 0 lacking, 1 did not come up.
This server keeps to the specification, and has every extra.
Every coffee that this run added is deleted.
`);
  expect((await shop.store.list()).coffees).toHaveLength(sampleCoffees.length);
});

test("a lacking extra is shown with the call that it was seen in, and fails under --strict only", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(newestFirst, shop.url);
  const { code, out } = await runToEnd(mutant.url);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}lacks +list-oldest-first .*\n +GET \/coffee\n +expected the order (\w+), (\w+), (\w+)\n +got \3, \2, \1$/m,
  );
  expect(out).toContain("This server keeps to the specification, and lacks some extras.");
  expect((await runToEnd(mutant.url, "--strict")).code).toBe(1);
});

test("a broken rule of the specification makes the check exit with code 1", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(nothingToDelete, shop.url);
  const { code, out } = await runToEnd(mutant.url);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^ {2}BREAKS +delete-reply .*\n +DELETE \/coffee\/\w{24}\n +expected JSON\n +got 204 without a body$/m,
  );
  expect(out).toMatch(/^ {2}lacks +delete-counts /m);
  expect(out).toContain("This server breaks the specification");
});

test("if the server dies and stays down, the check names the last request and exits with code 4", async () => {
  await using shop = await openTestShop();
  const ending = Promise.withResolvers<void>();
  const endingAtLists: Mistake = async (request, passOn) => {
    if (request.body === "[]") ending.resolve();
    return passOn(request);
  };
  await using mutant = await openMutant(endingAtLists, shop.url);
  void ending.promise.then(() => mutant[Symbol.asyncDispose]());
  const { code, out, err } = await runToEnd(mutant.url, "--risky", "--restart-wait", "0");
  expect({ code, err }).toEqual({
    code: 4,
    err: "The server stopped answering after POST /coffee; waiting for it to be started again.\n",
  });
  expect(out).toMatch(
    /^ {2}lacks +body-not-json .*\n +POST \/coffee\n.*\n.*\n +got it stopped answering, and is not back$/m,
  );
  expect(out).toContain(`The server stopped answering after this request and is not back, so the run stopped:
  POST /coffee content-type: application/json; []
`);
  expect(out).toMatch(/All coffees of this run have conformance-\w{16} in their names\.\n$/);
  expect((await shop.store.list()).coffees).toEqual([]);
});

test("a coffee that the server does not delete is named, and the run ends with 5", async () => {
  await using shop = await openTestShop();
  const deleted = answer(200, { acknowledged: true, deletedCount: 1 });
  const keeping = inPlaceOf((request) => isCall(request, "DELETE /coffee/{id}"), deleted);
  await using mutant = await openMutant(keeping, shop.url);
  const { code, out } = await runToEnd(mutant.url, "--json");
  expect(code).toBe(5);
  const { coffees } = await shop.store.list();
  const leftCoffees = coffees.map(({ id, text: stored }) => ({ id, name: fieldsOf(stored).name }));
  expect(leftCoffees).not.toEqual([]);
  expect(JSON.parse(out)).toMatchObject({ left: coffees.map(({ id }) => id), leftCoffees, leftIsSure: true });
});

test("--json prints one document with every rule and the counts", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(newestFirst, shop.url);
  const { code, out, err } = await runToEnd("--json", mutant.url);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const document: unknown = JSON.parse(out);
  expect(document).toMatchObject({
    server: mutant.url,
    specification: { fail: 0, unseen: 0, notTried: 0 },
    extras: { notTried: rules.filter(({ risk }) => risk !== undefined).length },
    risky: false,
    interrupted: false,
    endedAfter: null,
    left: [],
    rules: rules.map(({ id, level, source, title }) => ({ id, level, source, title })),
  });
  expect(document).toHaveProperty(
    "rules",
    expect.arrayContaining([
      expect.objectContaining({ id: "strange-ids", risk: "ids that are not 24 hex digits", outcome: "not tried" }),
      expect.objectContaining({
        id: "list-oldest-first",
        outcome: "fails",
        call: "GET /coffee",
        got: expect.any(String),
      }),
      expect.objectContaining({ id: "list-array", outcome: "holds" }),
    ]),
  );
});

test("before it waits for the server, it says so, and how to avoid waiting", async () => {
  await using shop = await openTestShop();
  let isAsked = false;
  const hasty: Mistake = async (request, passOn) => {
    if (isAsked || request.method !== "POST") return passOn(request);
    isAsked = true;
    return { status: 429, headers: { "retry-after": "0" }, body: Buffer.alloc(0) };
  };
  await using mutant = await openMutant(hasty, shop.url);
  const { code, err } = await runToEnd(mutant.url);
  expect({ code, err }).toEqual({
    code: 0,
    err: "The server takes no more changes for 0 s (429); waiting. A shop of ours that is started with WRITE_LIMIT=off never asks to wait.\n",
  });
});

test("if the server cannot be reached, the check says so and exits with code 3", async () => {
  const shop = await openTestShop();
  await shop[Symbol.asyncDispose]();
  expect(await runToEnd(shop.url, "--json")).toEqual({
    code: 3,
    out: "",
    err: "The product server could not be reached: nothing listens there. Check the address, and that it runs.\n",
  });
});

describe("wrong arguments get exit code 2, the reason and a pointer to --help:", () => {
  test.for([
    [["--stict", "http://127.0.0.1:3000"], "Unknown option '--stict'; is it --strict?"],
    [[], "Missing required argument 'url'"],
    [["http://127.0.0.1:3000", "http://127.0.0.1:3001"], "Too many arguments"],
    [["http://127.0.0.1:3000", "--restart-wait", "soon"], "must be a number of seconds"],
    [["shop.example"], "must be an http or https address"],
    [["ftp://shop.example"], "must be an http or https address"],
    [["http://someone:secret@shop.example"], "must be an http or https address"],
  ] as const)("%j", async ([args, words]) => {
    const { code, out, err } = await runToEnd(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
    expect(err).toMatch(/niceties conform --help .*\n$/);
  });
});

test("--help lists options, examples and exit codes, and exits with code 0", async () => {
  const { code, out, err } = await runToEnd("--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const line of [
    "--strict",
    "--risky",
    "--restart-wait",
    "--json",
    "niceties conform http://127.0.0.1:3000",
    "Exit codes:",
    "130",
  ]) {
    expect(out).toContain(line);
  }
});

test("Ctrl-C in the middle of an addition leaves the server with the coffees that it had before", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const before = await shop.store.list();
  const [added, interrupted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let additions = 0;
  const stallingServer: Mistake = async (request, passOn) => {
    const answered = await passOn(request);
    additions += isCall(request, "POST /coffee") ? 1 : 0;
    if (additions === 5) {
      added.resolve();
      await interrupted.promise;
    }
    return answered;
  };
  await using holding = await openMutant(stallingServer, shop.url);
  const child = start(holding.url);
  const [out, exit] = [text(child.stdout), once(child, "exit")];
  await added.promise;
  // Under npm one Ctrl-C arrives twice.
  child.kill("SIGINT");
  await once(child.stderr, "data");
  child.kill("SIGINT");
  interrupted.resolve();
  expect(await exit).toEqual([130, null]);
  expect(await out).toContain("The run was interrupted");
  expect(await out).toContain("Every coffee that this run added is deleted.");
  expect(await out).toMatch(/^ {2}not tried +list-fresh /m);
  expect((await shop.store.list()).coffees).toEqual(before.coffees);
  expect((await shop.store.changes(0, 1_000)).length).toBeGreaterThan(sampleCoffees.length);
});

test("a second Ctrl-C ends the run at once, and names what may be left", async () => {
  await using shop = await openTestShop();
  const added = Promise.withResolvers<void>();
  const hanging: Mistake = async (request, passOn) => {
    if (request.method !== "DELETE") return passOn(request);
    added.resolve();
    return Promise.withResolvers<never>().promise;
  };
  await using mutant = await openMutant(hanging, shop.url);
  const child = start(mutant.url);
  const [err, exit] = [text(child.stderr), once(child, "exit")];
  await added.promise;
  const pressing = setInterval(() => child.kill("SIGINT"), 100);
  expect(await exit).toEqual([5, null]);
  clearInterval(pressing);
  const [coffee] = (await shop.store.list()).coffees;
  expect(await err).toContain(`please look for them:\n  ${coffee?.id}  "${coffee && fieldsOf(coffee.text).name}"\n`);
});
