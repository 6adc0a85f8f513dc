// Puts .br, .zst and .gz beside each file of a folder that is worth it. The shop sends these files as they are.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";

const [folder = "", ...more] = process.argv.slice(2);
const compressible = new Set([".css", ".html", ".ico", ".js", ".json", ".svg", ".txt", ".webmanifest"]);
const worthItBytes = 256;
const zstdLevel = 19;

if (!existsSync(folder) || more.length > 0) {
  const isHelp = folder === "--help" || folder === "-h";
  console[isHelp ? "log" : "error"](
    "node tools/set-up/compress-files.mjs FOLDER   puts .br, .zst and .gz beside each file that is worth it",
  );
  process.exit(isHelp ? 0 : 2);
}

rmSync(join(folder, ".vite"), { recursive: true, force: true });
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  if (bytes.length < worthItBytes) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.zst`, zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
