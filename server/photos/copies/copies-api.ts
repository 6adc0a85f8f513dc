import { Fault } from "../../../catalogue/fault.ts";
import type { PhotoFormat } from "../../../catalogue/photo-address.ts";
import type { SpendWrite } from "../../http/limits/rate-limit.ts";
import type { ClientAddress } from "../../http/request/client-address.ts";
import type { Handler } from "../../http/route.ts";
import { pictureReply } from "../picture-reply.ts";
import type { PhotoCopies } from "./photo-copies.ts";

export type CopiesApiParts = Readonly<{
  copies: Pick<PhotoCopies, "picture">;
  addressOf: ClientAddress;
  spend: SpendWrite;
  now: () => Date;
}>;

const minute = 60;
const day = 86_400;

/** The call that sends the shop's copy of a photo of another host. See docs/api.md. */
export function copiesApi({ copies, addressOf, spend, now }: CopiesApiParts) {
  const readCopy: Handler = async ({ incoming, headers, search }) => {
    const query = new URLSearchParams(search);
    const client = addressOf(incoming) ?? "";
    const pay = async () => {
      if (client === "") throw new Fault("unknown-client", {});
      await spend(client, { points: 1 });
    };
    const formats = formatsFor(headers.accept);
    const width = Number(query.get("width") ?? Infinity);
    const found = await copies.picture(query.get("of") ?? "", width, formats, { client, pay });
    const fresh = Math.floor((found.freshUntil - now().getTime()) / 1_000);
    // The AVIF of a new copy follows, and a copy that is not fresh is being refreshed.
    const age = found.picture.format === formats[0] ? Math.min(Math.max(fresh, minute), day) : minute;
    return pictureReply(headers, found.picture, `public, max-age=${age}`, ["vary", "Accept"]);
  };
  return { readCopy };
}

/** The formats that a client accepts by name, the smallest first; every client gets JPEG. */
function formatsFor(accept = ""): readonly PhotoFormat[] {
  const named = (["avif", "webp"] as const).filter((format) => accept.includes(`image/${format}`));
  return [...named, "jpg"];
}
