import { pictureSize } from "../../share/pictures/picture-size.ts";
import { kindBytes, photoKind, type PhotoKind } from "./photo-kind.ts";
import type { PlannedPicture, Size } from "./picture-plan.ts";
import type { PhotoFormat } from "../../../catalogue/photo-address.ts";

const kinds: Readonly<Record<PhotoFormat, PhotoKind>> = { jpg: "jpeg", webp: "webp", avif: "avif" };

/** Whether bytes begin as a picture of the planned format and size does. What follows is not looked at. */
export function isPlannedPicture({ format, width, height }: PlannedPicture, bytes: Buffer): boolean {
  if (photoKind(bytes.subarray(0, kindBytes)) !== kinds[format]) return false;
  const size = format === "avif" ? sizeOfAvif(bytes) : pictureSize(bytes);
  return size?.width === width && size.height === height;
}

/** Within its first bytes, an AVIF of one image has one property `ispe`, its size: ISO/IEC 23008-12 §6.5.3. */
function sizeOfAvif(bytes: Buffer): Size | undefined {
  const head = bytes.subarray(0, 1_024);
  const at = head.indexOf("ispe");
  if (at === -1 || at + 16 > head.length) return undefined;
  return { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
}
