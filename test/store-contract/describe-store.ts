import { describe } from "vitest";
import { testsOf, type StoreData } from "./helpers.ts";
import { describeImporting } from "./importing.ts";
import { describeLog } from "./log.ts";
import { describeReadsAndWrites } from "./reads-and-writes.ts";
import { describeSelectingChanges } from "./selecting-changes.ts";
import { describeSharing } from "./sharing.ts";
import { describeUndoing } from "./undoing.ts";

/** The tests that every store of coffees must pass. `newData` makes an empty place for its data. */
export function describeStore(
  name: string,
  newData: () => Promise<StoreData>,
  { tellsProgress }: { tellsProgress: boolean } = { tellsProgress: true },
): void {
  const test = testsOf(newData);
  const progressTest = tellsProgress ? test : () => {};
  describe(name, () => {
    describeReadsAndWrites(test);
    describeLog(test);
    describeUndoing(test, progressTest);
    describeSelectingChanges(test);
    describeImporting(test, progressTest);
    describeSharing(test);
  });
}
