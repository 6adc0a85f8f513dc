import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { chromiumArguments, findChromium } from "./find-chromium.ts";

test("every feature that Playwright disables in Chromium on this system stays disabled", async () => {
  const server = await chromium.launchServer({ executablePath: findChromium(), args: chromiumArguments });
  const lists = server.process().spawnargs.filter((argument) => argument.startsWith("--disable-features="));
  await server.close();
  const [theirs = [], ours = []] = lists.map((list) => list.replace(/^.*=/, "").split(","));
  const ofOtherSystems = /^ms|Win$/;
  expect(theirs).toContain("PaintHolding");
  expect(ours).toEqual(expect.arrayContaining(theirs.filter((name) => !ofOtherSystems.test(name))));
});
