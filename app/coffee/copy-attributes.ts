import { copyPath, copyWidths } from "../../catalogue/copy-address.ts";
import { largestWidth } from "../../catalogue/photo-address.ts";

/** The attributes of an image for the shop's copy of a photo on another host. The server chooses the format. */
export function copyAttributes(address: string, sizes: string) {
  return {
    src: copyPath(address, largestWidth),
    srcSet: copyWidths.map((width) => `${copyPath(address, width)} ${width}w`).join(", "),
    sizes,
  };
}
