import type { HostilePhoto } from "./hostile-photo.ts";
import { lyingPhotos } from "./lying-photos.ts";
import { otherFiles } from "./other-files.ts";
import { polyglots } from "./polyglots.ts";
import { truncatedPhotos } from "./truncated-photos.ts";

/** All hostile files. Those of each kind are in a file of their own. */
export const hostilePhotos: readonly HostilePhoto[] = [...otherFiles, ...truncatedPhotos, ...polyglots, ...lyingPhotos];
