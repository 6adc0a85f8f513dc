import { afterAll, beforeAll } from "vitest";
import { openTestShop, type TestShop } from "./open-test-shop.ts";

/** One shop for the tests of a file or a `describe`, none of which changes it. Call the returned function in a test. */
export function shareTestShop(): () => TestShop {
  let shop: TestShop | undefined;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());
  return () => {
    if (!shop) throw new Error("The shop is open only while tests run.");
    return shop;
  };
}
