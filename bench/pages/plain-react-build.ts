import { fileURLToPath } from "node:url";
import { build, type HtmlTagDescriptor } from "vite";
import { heroAddress, pictureOf, sizes } from "./pictures.ts";

/** The style sheet and fonts that every page of the peers loads. Only home requests the hero image. */
export type Head = Readonly<{ style: string; fonts: readonly string[] }>;

/** Builds the plain React app into a folder. The script-free pages use the same style sheet and fonts. */
export async function buildPlainReact(folder: string): Promise<Head> {
  let head: Head | undefined;
  await build({
    root: fileURLToPath(new URL("./plain-react", import.meta.url)),
    configFile: false,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
    plugins: [
      {
        name: "preloads",
        transformIndexHtml: {
          order: "post",
          handler: (_html, { bundle = {} }) => {
            head = headOf(Object.keys(bundle));
            return [...head.fonts.map(fontPreload), heroPreload()];
          },
        },
      },
    ],
  });
  if (!head) throw new Error("The plain React app was not built.");
  return head;
}

function headOf(files: readonly string[]): Head {
  const find = (shape: RegExp) => {
    const file = files.find((each) => shape.test(each));
    if (!file) throw new Error(`The build of the plain React app has no ${shape}.`);
    return `/${file}`;
  };
  return { style: find(/\.css$/), fonts: [find(/rancho-latin/), find(/raleway-latin-wght/)] };
}

function fontPreload(href: string): HtmlTagDescriptor {
  return {
    tag: "link",
    attrs: { rel: "preload", as: "font", type: "font/woff2", href, crossorigin: true },
    injectTo: "head-prepend",
  };
}

function heroPreload(): HtmlTagDescriptor {
  const { avif } = pictureOf(heroAddress, "hero");
  return {
    tag: "link",
    attrs: {
      rel: "preload",
      as: "image",
      type: "image/avif",
      imagesrcset: avif,
      imagesizes: sizes.hero,
      fetchpriority: "high",
    },
    injectTo: "head",
  };
}
