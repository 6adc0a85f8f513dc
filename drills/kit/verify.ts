import type { Version } from "../../catalogue/log/change.ts";
import type { ShopPlace } from "../../store/open-store.ts";
import type { Verification } from "../../store/log/verification.ts";
import { verifyPlace } from "../../store/verify.ts";

/** The faults of a shop's data, or of the receipts that it gave. */
export async function verifyFaults(place: ShopPlace, receipts: readonly Version[]): Promise<string[]> {
  return faultsIn(await verifyPlace(place, { receipts }));
}

export function faultsIn({ file, findings }: Verification): string[] {
  return findings.filter(({ isSound }) => isSound === false).map(({ message }) => `${file}: ${message}`);
}
