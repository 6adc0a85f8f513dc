import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "../../../catalogue/language.ts";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { madeOnce } from "../../http/made-once.ts";
import type { Settings } from "../../settings.ts";
import { shopInLanguages } from "../../shop-in-languages.ts";
import { shownColour } from "../../theme.ts";
import { DrawingProcess } from "./drawing-process.ts";
import { photoBytes } from "./photo-bytes.ts";
import { PictureCache } from "./picture-cache.ts";
import { pictureKey, type Picture, type PictureColours } from "./picture.ts";

const cacheFolder = "share-pictures";
const hero = "/photographs/hero-wide.jpg";
const sourceFiles = fileURLToPath(new URL("../../../public", import.meta.url));

/** A picture that can be had: its key names what it shows. */
export type OfferedPicture = Readonly<{ key: string; jpeg: () => Promise<Uint8Array> }>;

/** The pictures that stand for pages of this shop elsewhere. Each is drawn once, when it is first asked for, and kept. */
export class SharePictures {
  readonly #shop: ReturnType<typeof shopInLanguages>;
  readonly #colours: PictureColours;
  readonly #files: string;
  readonly #cache: PictureCache;
  readonly #drawing: DrawingProcess;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  /** `builtFiles` is undefined in development. */
  constructor(settings: Settings, builtFiles: string | undefined) {
    this.#shop = shopInLanguages(settings);
    this.#colours = coloursOf(settings);
    this.#files = builtFiles ?? sourceFiles;
    this.#cache = new PictureCache(settings.DATABASE_URL ? undefined : join(settings.DATA_DIR, cacheFolder));
    this.#drawing = new DrawingProcess(builtFiles);
  }

  ofHome(language: Language): Promise<OfferedPicture> {
    return this.#offer({ kind: "home", address: this.#shop[language].address }, hero, language);
  }

  ofCoffee({ name, taste, price, photo }: Coffee, language: Language): Promise<OfferedPicture> {
    return this.#offer({ kind: "coffee", name, taste, price: String(price) }, photo, language);
  }

  close(): void {
    this.#drawing.close();
    void this.#cache.close();
  }

  async #offer(words: Picture["words"], photo: string, language: Language): Promise<OfferedPicture> {
    const bytes = await photoBytes(photo, this.#files);
    const shopName = this.#shop[language].name;
    const picture: Picture = { shopName, colours: this.#colours, language, photo: bytes, words };
    const key = pictureKey(picture);
    return { key, jpeg: () => this.#jpegOf(key, picture) };
  }

  #jpegOf(key: string, picture: Picture): Promise<Uint8Array> {
    const made = madeOnce(this.#underWay, key, async () => {
      const kept = await this.#cache.find(key);
      if (kept) return kept;
      const jpeg = await this.#draw(picture);
      await this.#cache.keep(key, jpeg);
      return jpeg;
    });
    // From now on it is in the cache, or was not kept.
    const forget = () => this.#underWay.delete(key);
    made.then(forget, forget);
    return made;
  }

  /** A photo that ends whatever reads it is a visitor's, and the rest of the picture is shown without it. */
  async #draw(picture: Picture): Promise<Uint8Array> {
    try {
      return await this.#drawing.draw(picture);
    } catch (error) {
      if (error instanceof Fault || !picture.photo) throw error;
      return this.#drawing.draw({ ...picture, photo: undefined });
    }
  }
}

/** Those of light: a picture is seen among others, and has no system of its own to follow. */
function coloursOf({ THEME_LIGHT: light, THEME_DARK: dark }: Settings): PictureColours {
  const colour = (name: string) => shownColour(name, { light, dark }).light;
  return {
    paper: colour("paper"),
    card: colour("card"),
    ink: colour("ink"),
    soft: colour("soft"),
    link: colour("link"),
    rule: colour("rule"),
    gold: colour("gold"),
    cream: colour("cream"),
    hero: colour("hero"),
    "on-hero": colour("on-hero"),
  };
}
