import { z } from "zod";

/** What the shop knows of the address of a copied photo. Times in milliseconds since 1970. */
export type CopyRecord = Readonly<{
  /** The URL that the coffee names, without its fragment. */
  address: string;
  /** The URL that gave the photo, after redirects. The validators belong to it. */
  from: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** When to ask the host again. */
  freshUntil: number;
  /** Set while the host doesn't give the photo any more: since when, how often it was asked, and the last reason. */
  failure?: Readonly<{ since: number; times: number; reason: string }> | undefined;
}>;

const time = z.int().min(0);
const schema: z.ZodType<CopyRecord> = z.object({
  address: z.string(),
  from: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  freshUntil: time,
  failure: z.object({ since: time, times: z.int().min(1), reason: z.string() }).optional(),
});

const weekMs = 7 * 24 * 3_600_000;

/** Whether the source of a copy is gone: its host says so, or hasn't given the photo for a week. */
export function isSourceGone({ failure }: CopyRecord, now: number): boolean {
  return failure !== undefined && (failure.reason === "gone" || now - failure.since > weekMs);
}

export function copyRecordBytes(record: CopyRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record));
}

/** Undefined for bytes that are no record, such as one of a later version. */
export function parseCopyRecord(bytes: Uint8Array): CopyRecord | undefined {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}
