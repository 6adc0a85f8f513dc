import { fileURLToPath } from "node:url";
import type { Language } from "../../../catalogue/language.ts";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { withoutOwnAddress } from "../../../catalogue/own-address.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { publicFolder } from "../../../program/files.ts";
import { shareLatest } from "../../http/limits/share-promise.ts";
import type { Settings } from "../../settings.ts";
import { shopInLanguages } from "../../pages/shop-in-languages.ts";
import { shownColour } from "../../pages/theme.ts";
import { DrawingProcess } from "./drawing-process.ts";
import { photoBytes, type PhotoSources } from "./photo-bytes.ts";
import { pictureKey, type Picture, type PictureColours } from "./picture.ts";

const hero = "/photographs/hero-wide.jpg";

/** The most pictures in the cache, about nine megabytes: few are larger than 80 KB, and none than 300 KB. */
const picturesAtMost = 128;

/** How long a picture lacks a photo that failed: as long as browsers cache a picture. */
const withoutPhotoMs = 600_000;

type Drawing = Pick<DrawingProcess, "draw" | "close">;
type KeyedPicture = Readonly<{ key: string; picture: Picture }>;
type DrawnPicture = Readonly<{ key: string; jpeg: Uint8Array }>;

/**
 * A picture that can be drawn. `key` identifies what it shows. The drawn picture has another key if it could only be
 * drawn without its photo.
 */
type OfferedPicture = Readonly<{ key: string; draw: () => Promise<DrawnPicture> }>;

/** The preview pictures of the shop's pages. Each is drawn when it is first asked for, and cached. */
export class SharePictures {
  readonly #shop: ReturnType<typeof shopInLanguages>;
  readonly #colours: PictureColours;
  readonly #files: string;
  readonly #publicUrl: string;
  readonly #drawing: Drawing;
  readonly #photos: PhotoSources;
  /** The JPEGs, by the keys of their pictures. */
  #jpegs = new Map<string, Promise<Uint8Array>>();
  /** The keys of pictures that failed with their photo within the last ten minutes. */
  readonly #undrawn = new Set<string>();

  /** `builtFiles` is the folder of the files that browsers get; undefined in development. */
  constructor(
    settings: Settings,
    builtFiles: string | undefined,
    photos: PhotoSources,
    drawing: Drawing = new DrawingProcess(builtFiles),
  ) {
    this.#photos = photos;
    this.#shop = shopInLanguages(settings);
    this.#colours = coloursOf(settings);
    this.#files = builtFiles ?? fileURLToPath(publicFolder);
    this.#publicUrl = settings.PUBLIC_URL;
    this.#drawing = drawing;
  }

  ofHome(language: Language): Promise<OfferedPicture> {
    return this.#offer({ kind: "home", address: this.#shop[language].address }, hero, language);
  }

  ofCoffee({ name, taste, price, photo }: Coffee, language: Language): Promise<OfferedPicture> {
    return this.#offer({ kind: "coffee", name, taste, price: String(price) }, photo, language);
  }

  /** Drops the cached pictures. Those that are still being drawn are not cached either. */
  forgetAll(): void {
    this.#jpegs = new Map();
  }

  close(): void {
    this.#drawing.close();
  }

  async #offer(words: Picture["words"], photo: string, language: Language): Promise<OfferedPicture> {
    const bytes = await photoBytes(withoutOwnAddress(photo, this.#publicUrl), this.#files, this.#photos);
    const shopName = this.#shop[language].name;
    const picture: Picture = { shopName, colours: this.#colours, language, photo: bytes, words };
    const whole = keyed(picture);
    const offered = this.#undrawn.has(whole.key) ? withoutPhoto(whole) : whole;
    return { key: offered.key, draw: () => this.#draw(offered) };
  }

  /**
   * If a picture with a photo fails, because the photo crashes the process for example, it lacks the photo for a while.
   */
  async #draw(whole: KeyedPicture): Promise<DrawnPicture> {
    const { key, picture } = whole;
    try {
      return { key, jpeg: await shareLatest(this.#jpegs, key, () => this.#drawing.draw(picture), picturesAtMost) };
    } catch (error) {
      if (error instanceof Fault || !picture.photo) throw error;
      const drawn = await this.#draw(withoutPhoto(whole));
      this.#undrawn.add(key);
      setTimeout(() => this.#undrawn.delete(key), withoutPhotoMs).unref();
      return drawn;
    }
  }
}

function keyed(picture: Picture): KeyedPicture {
  return { key: pictureKey(picture), picture };
}

function withoutPhoto({ picture }: KeyedPicture): KeyedPicture {
  return keyed({ ...picture, photo: undefined });
}

/** The light colours: a picture appears among others, and has no system colour scheme to follow. */
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
