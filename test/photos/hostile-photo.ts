import type { FaultCode } from "../../catalogue/fault.ts";

/**
 * A file that somebody may send in order to do harm. `expected` is the code of the fault that it gets, or "cleaned":
 * then it is taken as a photo of which nothing but its pixels is left. No picture may contain `secret`.
 */
export type HostilePhoto = Readonly<{ name: string; bytes: () => Promise<Buffer>; expected: FaultCode | "cleaned" }>;
