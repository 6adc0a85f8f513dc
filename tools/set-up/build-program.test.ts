import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send } from "../../drills/kit/shop-client.ts";
import { spawnShop } from "../../drills/kit/spawned-shop.ts";
import { samples } from "../../test/photos/sample-photos.ts";
import { builtProgram } from "../../server/pages/builds.ts";

const folder = join(builtProgram(), "..");

/** The modules that the built scripts import and that are not among them, by script. */
const imported = globSync("*.js", { cwd: folder }).map((name) => {
  const code = readFileSync(join(folder, name), "utf8");
  const targets = [...code.matchAll(/^(?:import|export) (?:[^"';]+ from )?"([^"]+)";$|\bimport\("([^"]+)"\)/gm)];
  return {
    name,
    targets: targets.map(([, direct, later]) => direct ?? later ?? "").filter((each) => !each.startsWith(".")),
  };
});

test("the built program needs only three packages beside it, all of machine code", () => {
  const packages = new Set(imported.flatMap(({ targets }) => targets.filter((each) => !each.startsWith("node:"))));
  packages.delete("vite"); // npm run dev alone imports it
  expect([...packages].toSorted()).toEqual(["@napi-rs/canvas", "better-sqlite3", "sharp"]);
});

test("its first script needs nothing that an old Node lacks, so that it can refuse that Node", () => {
  const code = readFileSync(join(folder, "niceties.js"), "utf8");
  expect(code).not.toMatch(/^import \{[^}]*\} from "node:module"/m);
  const first = imported.filter(({ name }) => /^(niceties|files-[\w-]+)\.js$/.test(name));
  expect(new Set(first.flatMap(({ targets }) => targets))).toEqual(new Set(["node:module", "node:path", "node:url"]));
});

test("a shop of the built program reads its migrations, draws a picture and encodes a photo", async () => {
  await using shop = await spawnShop({ environment: { SAMPLE: "on" } });
  const [coffee] = JSON.parse((await send(shop.url, "GET", "/coffee")).text);
  const details = (await send(shop.url, "GET", `/coffee-details/${coffee._id}`)).text;
  const [, picture = ""] = /property="og:image" content="([^"]+)"/.exec(details) ?? [];
  expect((await fetch(picture)).headers.get("content-type")).toBe("image/jpeg");
  const photo = { method: "POST", body: await samples.jpeg(), headers: { "content-type": "image/jpeg" } };
  expect((await fetch(`${shop.url}/-/photos`, photo)).status).toBe(201);
  expect(shop.complaints).toEqual([]);
});
