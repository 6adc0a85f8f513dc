import type { Coffee } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { isLanguage, languages, type Language } from "../../catalogue/language.ts";
import { deletionOf } from "../api/deletion.ts";
import { heldTag } from "../http/conditional.ts";
import { HttpFault } from "../http/http-fault.ts";
import { aged } from "../http/plain-reply.ts";
import type { Answer, Route } from "../http/route.ts";
import type { PreparedCatalogue } from "../prepared/prepared-catalogue.ts";
import type { SharePictures } from "./pictures/share-pictures.ts";

export type PictureAnswersParts = Readonly<{
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  pictures: SharePictures;
}>;

const tagDigits = 16;
const common = ["cache-control", "public, max-age=600"];

/** The pictures that stand for the shop and for each of its coffees, wherever somebody shares a link. */
export function pictureRoute({ store, catalogue, pictures }: PictureAnswersParts): Route {
  const ofCoffee = async (id: string, language: Language) => {
    const { coffee: found, ageSeconds } = await catalogue.find(id);
    if (!found) throw await missing(store, id);
    const coffee: Coffee = JSON.parse(found.text);
    return { offered: await pictures.ofCoffee(coffee, language), ageSeconds };
  };

  const read: Answer = async ({ incoming, argument, search }) => {
    const [, of] = /^(.+)\.jpg$/.exec(argument) ?? [];
    if (of === undefined)
      throw new Fault("unknown-address", { en: "Nothing is at this address.", bn: "এই ঠিকানায় কিছু নেই।" });
    const asked = new URLSearchParams(search).get("lang");
    const language = isLanguage(asked) ? asked : languages[0];
    const { offered, ageSeconds } =
      of === "home"
        ? { offered: await pictures.ofHome(language), ageSeconds: undefined }
        : await ofCoffee(of, language);
    const etag = `"${offered.key.slice(0, tagDigits)}"`;
    const held = heldTag(incoming.headers["if-none-match"], etag);
    if (held) return aged({ status: 304, headers: [...common, "etag", held], body: [] }, ageSeconds);
    const jpeg = await offered.jpeg();
    const ofJpeg = ["content-type", "image/jpeg", "content-length", String(jpeg.byteLength), "etag", etag];
    return aged({ status: 200, headers: [...common, ...ofJpeg], body: [jpeg] }, ageSeconds);
  };

  return { path: "/-/share/:picture", isForOtherSites: true, answers: { GET: read } };
}

async function missing(store: CoffeeStore, id: string): Promise<HttpFault> {
  const deleted = await deletionOf(store, id);
  if (!deleted)
    return new HttpFault(
      "unknown-coffee",
      { en: `There is no coffee with the id ${id}.`, bn: `${id} আইডির কোনো কফি নেই।` },
      {},
    );
  return new HttpFault(
    "deleted-coffee",
    { en: `The coffee with the id ${id} was deleted.`, bn: `${id} আইডির কফিটি মুছে ফেলা হয়েছে।` },
    { members: { deleted } },
  );
}
