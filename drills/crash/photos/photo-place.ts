import { join } from "node:path";
import type { SeededRandom } from "../../../test/seeded-random.ts";
import { CuttingProxy, type Cut } from "../../../test/servers/faulty-proxy.ts";
import { TestServer } from "../../../test/servers/postgres-server.ts";
import { TestS3Server } from "../../../test/servers/s3-server.ts";
import type { ShopPlace } from "../../../store/open-store.ts";
import { temporaryFolder } from "../../kit/spawned-shop.ts";

/** A place for a shop and its photos. */
export type PhotoPlace = AsyncDisposable &
  Readonly<{
    name: string;
    /** A folder of the drill's own: the shop's data are in `data`, its backups in `backups`. */
    folder: string;
    /** As the drill reaches it, without harm. */
    direct: ShopPlace;
    /** As the shop and the commands reach it: over a network that `harm` can make fail. */
    harmed: ShopPlace;
    /** Makes the network to the photos fail until the result is disposed of. Undefined for no harm this time. */
    harm: (random: SeededRandom) => Promise<AsyncDisposable | undefined>;
  }>;

export const placeNames = ["files", "PostgreSQL", "S3"] as const;

/** Makes an empty place; disposing of it ends its server and removes its data. */
export async function openPhotoPlace(name: (typeof placeNames)[number]): Promise<PhotoPlace> {
  await using made = new AsyncDisposableStack();
  const folder = made.use(await temporaryFolder("photos-drill")).path;
  const inFiles = { directory: join(folder, "data"), databaseUrl: "", photosUrl: "" };
  let reached: Pick<PhotoPlace, "direct" | "harmed" | "harm"> = { direct: inFiles, harmed: inFiles, harm: noHarm };
  if (name === "PostgreSQL") {
    const databaseUrl = await made.use(await TestServer.start()).newDatabase();
    const inDatabase = { ...inFiles, databaseUrl };
    reached = { direct: inDatabase, harmed: inDatabase, harm: noHarm };
  }
  if (name === "S3") {
    const server = made.use(await TestS3Server.start());
    const bucket = await server.newBucket();
    const { proxy, url } = await CuttingProxy.to(bucket);
    made.use(proxy);
    reached = {
      direct: { ...inFiles, photosUrl: bucket },
      harmed: { ...inFiles, photosUrl: url },
      harm: (random) => harmS3(server, proxy, random),
    };
  }
  const owned = made.move();
  return { name, folder, ...reached, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function noHarm(): Promise<undefined> {}

/** Parts of a hundred of what is sent that are cut off, and bytes of a reply that may pass before it is. */
const cuts: readonly Cut[] = ["cut before", "cut after"];
const cutPercent = 8;
const cutReplyPercent = 15;
const cutReplyBytes = 30_000;

async function harmS3(
  server: TestS3Server,
  proxy: CuttingProxy,
  random: SeededRandom,
): Promise<AsyncDisposable | undefined> {
  const usual = { decide: proxy.decide, limitReplies: proxy.limitReplies, isSilent: false };
  const kind = random.pick(["none", "cut", "cut", "refuse", "silence"] as const);
  if (kind === "none") return undefined;
  if (kind === "cut") {
    proxy.decide = () => (random.below(100) < cutPercent ? random.pick(cuts) : "pass");
    proxy.limitReplies = () => (random.below(100) < cutReplyPercent ? random.below(cutReplyBytes) : Infinity);
  }
  // Without the part of the server that keeps objects, it answers 503.
  if (kind === "refuse") await server.stop("object", "SIGKILL");
  if (kind === "silence") proxy.isSilent = true;
  return {
    async [Symbol.asyncDispose]() {
      Object.assign(proxy, usual);
      if (kind === "refuse") await server.start("object");
    },
  };
}
