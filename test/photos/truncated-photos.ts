import type { HostilePhoto } from "./hostile-photo.ts";
import { samples } from "./sample-photos.ts";

/** Ten places for each format, among them within the header and near the end. */
export const truncatedPhotos: readonly HostilePhoto[] = Object.entries(samples).flatMap(([format, sample]) =>
  [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.88, 0.93].map((part): HostilePhoto => ({
    name: `${format}, of which ${Math.round(part * 100)} % came`,
    bytes: async () => {
      const whole = await sample();
      return whole.subarray(0, Math.max(24, Math.floor(whole.length * part)));
    },
    expected: "unreadable-photo",
  })),
);
