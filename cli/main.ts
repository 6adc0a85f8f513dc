#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=4
import module from "node:module";
import { fileURLToPath } from "node:url";
import { compiledFolder, isBuilt } from "../program/files.ts";
import { whyNotThisNode } from "../program/supported-node.ts";

// Before the rest is loaded: on an older Node, a package of machine code would end the process without a reason.
const why = whyNotThisNode();
if (why) {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
} else {
  if (isBuilt) module.enableCompileCache(fileURLToPath(compiledFolder));
  await import("./niceties.ts");
}
