import { expect, test } from "vitest";
import { openClassicProductServer } from "../test/servers/classic-product-server.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { openTestShop } from "../test/servers/open-test-shop.ts";
import { mutants } from "../test/mutants/mutants.ts";
import { openMutant } from "../test/mutants/open-mutant.ts";
import { rules } from "./rules.ts";
import { runRules, type Run } from "./run-rules.ts";

const anyOrigin = { ALLOWED_ORIGINS: "*" };

function failing({ results }: Run): string[] {
  return results.flatMap(({ rule, outcome }) => (outcome === "fails" ? [rule.id] : []));
}

test("every rule has an id of its own, and those of the specification come first", () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  const levels = rules.map(({ level }) => level);
  expect(levels.lastIndexOf("specification")).toBeLessThan(levels.indexOf("extra"));
});

test("our own shop breaks no rule, and has the same coffees afterwards", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees, environment: anyOrigin });
  const before = await shop.store.list();
  const run = await runRules({ client: { url: shop.url }, rules, isRisky: true });
  expect(run.results.filter(({ outcome }) => outcome !== "holds")).toMatchObject([
    { outcome: "unseen", rule: { id: "wait-told" } },
  ]);
  expect(run).toMatchObject({ left: [], isInterrupted: false });
  expect((await shop.store.list()).coffees).toEqual(before.coffees);
  expect(shop.reports).toEqual([]);
});

test("a classic product server keeps every rule of the specification, lacks extras, and is left as it was", async () => {
  const { url, close } = await openClassicProductServer(sampleCoffees);
  const before = await (await fetch(`${url}/coffee`)).json();
  const run = await runRules({ client: { url }, rules });
  const after = await (await fetch(`${url}/coffee`)).json();
  close();
  const lacking = failing(run);
  expect(rules.filter(({ id, level }) => level === "specification" && lacking.includes(id))).toEqual([]);
  expect(lacking).toEqual(expect.arrayContaining(["unknown-id", "add-created", "replace-if-match", "price-digits"]));
  expect([run.left, after]).toEqual([[], before]);
});

test("there is a mutant for every rule, and a rule for every mutant", () => {
  expect(new Set(mutants.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ id }) => id)));
});

test.for(mutants)("a server that $name is caught by $rule", async ({ rule, mistake }) => {
  await using shop = await openTestShop({ environment: anyOrigin });
  await using opened = await openMutant(mistake, shop.url);
  const run = await runRules({
    client: { url: opened.url },
    rules: rules.filter(({ id }) => id === rule),
    isRisky: true,
  });
  expect(failing(run)).toEqual([rule]);
  const { coffees } = await shop.store.list();
  expect(coffees.map(({ id }) => id)).toEqual(run.left.map(({ id }) => id));
});

test.for([
  ["answers 200 to an addition", ["add-created"]],
  ["counts every replacement as a modification", ["replace-unchanged"]],
  ["keeps a copy of the coffee as well", ["replace-same-id"]],
  ["answers null for a coffee that is not there", ["unknown-id", "strange-ids"]],
  ["trims texts", ["text-exact"]],
  ["reads bodies of any size", ["body-limit"]],
] as const)("a server that %s breaks only the rules %j", async ([wanted, broken]) => {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (!mutant) throw new Error(`No mutant ${wanted}.`);
  await using shop = await openTestShop({ environment: anyOrigin });
  await using opened = await openMutant(mutant.mistake, shop.url);
  const run = await runRules({ client: { url: opened.url }, rules, isRisky: true });
  expect(failing(run)).toEqual(broken);
});
