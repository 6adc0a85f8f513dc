import { join } from "node:path";
import { expect, test } from "vitest";
import { newTestPlace } from "../../test/test-place.ts";
import { OperationRefused } from "../operation-refused.ts";
import { lockService } from "./service-lock.ts";

test("one command at a time changes the service", async () => {
  await using place = await newTestPlace();
  const file = join(place.directory, "service.lock");
  {
    using _ = lockService(file);
    expect(() => lockService(file)).toThrow(OperationRefused);
  }
  lockService(file)[Symbol.dispose]();
});
