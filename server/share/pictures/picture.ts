import { createHash } from "node:crypto";
import type { Language } from "../../../catalogue/language.ts";

/** The shop's colours that pictures use, as #rrggbb, by their names in app/styles/tokens.css. */
export type PictureColours = Readonly<
  Record<"paper" | "card" | "ink" | "soft" | "link" | "rule" | "gold" | "cream" | "hero" | "on-hero", string>
>;

/** Everything that a picture shows. */
export type Picture = Readonly<{
  shopName: string;
  colours: PictureColours;
  language: Language;
  /** The bytes of a photo. If undefined, a coffee's picture has a drawn cup in its place. */
  photo: Uint8Array | undefined;
  words: CoffeeWords | HomeWords;
}>;

export type CoffeeWords = Readonly<{ kind: "coffee"; name: string; taste: string; price: string }>;
export type HomeWords = Readonly<{ kind: "home"; address: string }>;

export const pictureWidth = 1_200;
export const pictureHeight = 630;

/** Increase it with every change to how pictures are drawn: cached pictures of an older version are not used. */
const templateVersion = 2;

/** The SHA-256 of everything that a picture shows, in hex. */
export function pictureKey({ photo, ...shown }: Picture): string {
  const hash = createHash("sha256").update(JSON.stringify([templateVersion, shown]));
  return hash.update(photo ?? "").digest("hex");
}
