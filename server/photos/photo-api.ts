import type { Readable } from "node:stream";
import { Fault } from "../../catalogue/fault.ts";
import { parsePictureName, photoAddress, type KeptPhoto, type PhotoFormat } from "../../catalogue/photo-address.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { assertNotMoving } from "../../store/copies/move-marks.ts";
import type { PhotoStore } from "../../store/photos/photo-store.ts";
import type { SpendWrite } from "../http/limits/rate-limit.ts";
import { jsonReply } from "../http/reply/reply.ts";
import type { ClientAddress } from "../http/request/client-address.ts";
import type { Handler } from "../http/route.ts";
import { ShopClosed, type EncodedPicture, type PhotoEncoder } from "./encoder/photo-encoder.ts";
import { isExpected, MissingAvifs } from "./missing-avifs.ts";
import { pictureReply } from "./picture-reply.ts";
import { receiveFile, receiveUpload, type Upload } from "./receive-upload.ts";

export type PhotoApiParts = Readonly<{
  photos: PhotoStore;
  encoder: PhotoEncoder;
  /** Undefined when `PRODUCT_SERVER_URL` is set. */
  store: CoffeeStore | undefined;
  addressOf: ClientAddress;
  spend: SpendWrite;
  /** `PUBLIC_URL`; empty if not set. */
  publicUrl: string;
  now: () => Date;
  report: (error: unknown) => void;
}>;

/** Bytes of an upload that cost one point. A photo that a browser made smaller first costs two or three. */
const bytesPerPoint = 262_144;

/** The formats that can take the place of one that a photo lacks: AVIFs are made after the first reply. */
const otherFormats: Readonly<Record<PhotoFormat, readonly PhotoFormat[]>> = {
  avif: ["avif", "webp", "jpg"],
  webp: ["webp", "jpg"],
  jpg: ["jpg"],
};

const forever = "public, max-age=31536000, immutable";
const forAMinute = "public, max-age=60";

/** Keeps a photo that a client sent in a form, and resolves to its address. */
export type TakePhoto = (file: Readable, client: string | undefined) => Promise<string>;

/** The calls that take photos from visitors and send them to pages. See docs/api.md. */
export function photoApi(parts: PhotoApiParts) {
  const { photos, store, addressOf, spend, publicUrl } = parts;
  const missingAvifs = new MissingAvifs(parts);

  /** Charges a client for the upload that `receive` resolves to, and keeps it. */
  const take = async (client: string | undefined, receive: () => Promise<Upload>): Promise<KeptPhoto> => {
    if (client === undefined) throw new Fault("unknown-client", {});
    const freeze = await store?.currentFreeze();
    if (freeze) throw new Fault("frozen", { words: freeze.words });
    await spend(client, { points: 1 });
    await using upload = await receive();
    await spend(client, { points: Math.floor(upload.bytes / bytesPerPoint) });
    const known = await photos.renew(upload.id);
    return known ? known.photo : await keepPhoto(parts, upload, client);
  };

  const addPhoto: Handler = async ({ incoming }) => {
    const photo = await take(addressOf(incoming), () => receiveUpload(incoming));
    const { width, height, colour } = photo;
    return jsonReply(201, { acknowledged: true, photo: publicUrl + photoAddress(photo), width, height, colour });
  };

  /** Keeps the photo in a form that is sent without scripts. Resolves to its address; rejects as `addPhoto` does. */
  const takePhoto: TakePhoto = async (file, client) =>
    publicUrl + photoAddress(await take(client, () => receiveFile(file)));

  const readPicture: Handler = async ({ headers, argument }) => {
    const named = parsePictureName(argument);
    const kept = named && (await photos.find(named.photo.id));
    if (!kept || !isSame(kept.photo, named.photo)) throw new Fault("unknown-photo", {});
    const picture = await photos.picture(kept.photo.id, named.width, otherFormats[named.format]);
    if (!picture) throw new Fault("unknown-photo", {});
    if (named.format === "avif" && picture.format !== "avif") missingAvifs.notice(kept.photo);
    return pictureReply(headers, picture, picture.format === named.format ? forever : forAMinute);
  };

  return { handlers: { addPhoto, readPicture }, takePhoto };
}

/** Encodes an upload and keeps it. Resolves once it is durable with its JPEGs and WebPs; the AVIFs follow. */
async function keepPhoto(
  { photos, encoder, store, now, report }: PhotoApiParts,
  { id, file }: Upload,
  client: string,
): Promise<KeptPhoto> {
  const { first, later } = encoder.encode(file, client);
  const { width, height, colour, pictures } = await first.catch((error: unknown) => {
    throw error instanceof ShopClosed ? new Fault("too-busy", "requests") : error;
  });
  const photo = { id, width, height, colour };
  await photos.add(photo, pictures);
  // A move copies the photos after it has marked the shop, so a photo that was kept before the mark moves with it.
  if (store) assertNotMoving(await store.moves(), now().getTime());
  const addLater = async (others: readonly EncodedPicture[]) => {
    // An operator may have erased it meanwhile.
    if (await photos.renew(id)) await photos.add(photo, [...pictures, ...others]);
  };
  later.then(addLater).catch((error: unknown) => {
    // Without its AVIFs, the photo is whole too.
    if (!isExpected(error)) report(error);
  });
  return photo;
}

function isSame(one: KeptPhoto, other: KeptPhoto): boolean {
  return one.width === other.width && one.height === other.height && one.colour === other.colour;
}
