import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { scriptFloor, styleFloor } from "./app/shop/browser-floor.ts";

/** One file compresses better than the many that the pages would share, and stays in caches when only the pages change. */
const libraries = { name: "libraries", test: /node_modules\/(?!minisearch\/)/ };
/** Without app/form and its words: only the form pages and the list of unsent coffees, which loads later, need them. */
const shared = { name: "shared", test: /\/app\/(?!form\/|words\/photo-words|calls\/send-photo)/, minShareCount: 3 };

/** Removes `displayName` assignments, so that the build can drop the React Router components that the shop does not use. */
const withoutDisplayNames: Plugin = {
  name: "without-display-names",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js$/ },
    handler: (code) => code.replaceAll(/^\w+\.displayName = "\w+";$/gm, ""),
  },
};

/** Removes React Router's instrumentation, which the shop does not use, so that the build can drop its module. */
const withoutInstrumentation: Plugin = {
  name: "without-instrumentation",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/router\/router\.js$/ },
    handler: (code) =>
      code.replaceAll(/\b(init|opts\?)\.instrumentations|consumeInstrumentation\w+\(router\)/g, "undefined"),
  },
};

const treeshake = { manualPureFunctions: ["import_react.forwardRef"] };

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutDisplayNames, withoutInstrumentation],
  build: {
    assetsInlineLimit: 0,
    target: scriptFloor,
    cssTarget: styleFloor,
    license: { fileName: ".vite/packages.json" },
  },
  environments: {
    // Some of its functions go into documents as their own text.
    ssr: { build: { minify: true } },
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [libraries, shared] } }, treeshake } },
    },
  },
});
