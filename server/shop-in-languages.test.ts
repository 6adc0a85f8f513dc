import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { shopInLanguages } from "./shop-in-languages.ts";

test.for([
  [{}, "নাইসিটিজ"],
  [{ SHOP_NAME: "Corner Cup" }, "Corner Cup"],
  [{ SHOP_NAME: "Corner Cup", SHOP_NAME_BN: "কর্নার কাপ" }, "কর্নার কাপ"],
  [{ SHOP_NAME: "constructor" }, "constructor"],
] as const)("with %j the shop is called %s in Bangla", ([environment, name]) => {
  expect(shopInLanguages(readSettings(environment)).bn.name).toBe(name);
});
