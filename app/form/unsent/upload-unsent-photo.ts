import type { Answer } from "../../calls/product-server.ts";
import { sendPhoto } from "../../calls/send-photo.ts";
import { withAlt } from "../photo/alt-text.ts";
import { readPhoto } from "./photo-store.ts";
import type { Unsent, UnsentPhoto } from "./unsent.ts";

/**
 * Uploads the photo of an unsent coffee. Resolves to the coffee with the photo's address, or to "gone" if the browser no
 * longer has the photo. Without a coffee that names it, the shop removes a photo after a day, so it is uploaded before
 * each try; the same photo gets the same address.
 */
export async function withUploadedPhoto(unsent: Unsent, { id, alt }: UnsentPhoto): Promise<Answer<Unsent> | "gone"> {
  const photo = await readPhoto(id);
  if (!photo) return "gone";
  const answer = await sendPhoto(photo, new AbortController().signal, () => {});
  if (!answer.ok) return answer;
  return { ok: true, value: { ...unsent, fields: { ...unsent.fields, photo: withAlt(answer.value, alt) } } };
}
