import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { shopInLanguages } from "./shop-in-languages.ts";

test.for([
  [{}, "নাইসিটিজ"],
  [{ SHOP_NAME: "Corner Cup" }, "Corner Cup"],
  [{ SHOP_NAME: "Corner Cup", SHOP_NAME_BN: "কর্নার কাপ" }, "কর্নার কাপ"],
  [{ SHOP_NAME: "constructor" }, "constructor"],
] as const)("with %j the shop is called %s in Bangla", ([environment, name]) => {
  expect(shopInLanguages(readSettings(environment)).bn.name).toBe(name);
});

test.for([
  [{}, "Niceties", "নাইসিটিজ"],
  [{ SHOP_NAME: "Corner Cup" }, "Corner Cup", "Corner Cup"],
  [{ SHOP_NAME: "Corner Cup", SHOP_NAME_BN: "কর্নার কাপ" }, "Corner Cup", "কর্নার কাপ"],
  [{ SHOP_NAME_BN: "কর্নার কাপ" }, "Niceties", "কর্নার কাপ"],
  [{ SHOP_NAME_BN: "কর্নার কাপ", SHOP_COPYRIGHT: "Corner Cup Ltd" }, "Corner Cup Ltd", "Corner Cup Ltd"],
  [{ SHOP_COPYRIGHT: "Corner Cup Ltd", SHOP_COPYRIGHT_BN: "কর্নার কাপ লিমিটেড" }, "Corner Cup Ltd", "কর্নার কাপ লিমিটেড"],
] as const)("with %j the copyright line names %s, in Bangla %s", ([environment, english, bangla]) => {
  const { en, bn } = shopInLanguages(readSettings(environment));
  expect([en.copyright, bn.copyright]).toEqual([english, bangla]);
});
