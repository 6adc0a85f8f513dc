import type { Coffee } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { isLanguage, languages, type Language } from "../../catalogue/language.ts";
import { deletionOf } from "../calls/coffee/deletion.ts";
import type { ShownPast } from "../calls/changes/shown-past.ts";
import { matchingTag } from "../http/reply/conditional.ts";
import { withAge } from "../http/reply/reply.ts";
import type { Handler, Route } from "../http/route.ts";
import type { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import type { SharePictures } from "./pictures/share-pictures.ts";

export type PictureAnswersParts = Readonly<{
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  past: ShownPast;
  pictures: SharePictures;
}>;

const common = ["cache-control", "public, max-age=600"];

/**
 * Serves the preview pictures of home and of each coffee, for places where a link is shared. Its handler rejects with
 * `unknown-address`, `unknown-coffee`, `deleted-coffee` or `drawing-busy`, or as the store does.
 */
export function pictureRoute({ store, catalogue, past, pictures }: PictureAnswersParts): Route {
  const ofCoffee = async (id: string, language: Language) => {
    const { coffee: found, ageSeconds } = await catalogue.find(id);
    if (!found) throw await missing(store, past, id);
    const coffee: Coffee = JSON.parse(found.text);
    return { offered: await pictures.ofCoffee(coffee, language), ageSeconds };
  };

  const read: Handler = async ({ incoming, argument, search }) => {
    const [, of] = /^(.+)\.jpg$/.exec(argument) ?? [];
    if (of === undefined) throw new Fault("unknown-address", "no route");
    const asked = new URLSearchParams(search).get("lang");
    const language = isLanguage(asked) ? asked : languages[0];
    const { offered, ageSeconds } =
      of === "home"
        ? { offered: await pictures.ofHome(language), ageSeconds: undefined }
        : await ofCoffee(of, language);
    const held = matchingTag(incoming.headers["if-none-match"], `"${offered.key}"`);
    if (held) return withAge({ status: 304, headers: [...common, "etag", held], body: [] }, ageSeconds);
    const { key, jpeg } = await offered.draw();
    const ofJpeg = ["content-type", "image/jpeg", "content-length", String(jpeg.byteLength), "etag", `"${key}"`];
    return withAge({ status: 200, headers: [...common, ...ofJpeg], body: [jpeg] }, ageSeconds);
  };

  return { path: "/-/share/:picture", kind: "call", isForOtherSites: true, methods: { GET: read } };
}

async function missing(store: CoffeeStore, past: ShownPast, id: string): Promise<Fault> {
  const deleted = await deletionOf(store, past, id);
  return deleted ? new Fault("deleted-coffee", { id, deleted }) : new Fault("unknown-coffee", { id });
}
