import { z } from "zod";
import { isLargestPicture } from "./picture-plan.ts";

/** What the process that encodes says of a photo before its pictures: the largest one's size, and the average colour. */
const decoded = z
  .strictObject({
    width: z.int().min(1),
    height: z.int().min(1),
    colour: z.string().regex(/^[\da-f]{6}$/),
  })
  .refine(isLargestPicture);

const refused = z.strictObject({ refusal: z.enum(["unreadable", "too large"]) });

const encodingReply = z.union([decoded, refused]);
export type EncodingReply = z.infer<typeof encodingReply>;
/** Why a photo is not decoded. */
export type Refusal = z.infer<typeof refused>["refusal"];

/** Its length in bytes, at most. */
export const replyBytesAtMost = 200;

/** Parses a reply. Throws if it is not one: a hostile photo may have taken over the process that sent it. */
export function parseEncodingReply(bytes: Buffer): EncodingReply {
  return encodingReply.parse(JSON.parse(bytes.toString("utf8")));
}
