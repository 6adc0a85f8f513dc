import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { otherFiles } from "../../../test/photos/other-files.ts";
import { samples } from "../../../test/photos/sample-photos.ts";
import { forbiddenPrograms, outcomeOf } from "../../../test/restricted-process.ts";
import { encodingOptions } from "./encoding-process.ts";
import { encodingEnvironment as env, withEncodingLimits } from "./encoding-permissions.ts";
import { photoKinds } from "./photo-kind.ts";

const ours = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Runs a program with the limits of the process that encodes. Returns what it prints. */
function outputOf(program: string, input = ""): string {
  const { command, args } = withEncodingLimits(["--input-type=module", "--eval", program], 15);
  return spawnSync(command, [...args], { encoding: "utf8", env, input }).stdout.trim();
}

test("JavaScript that encodes may read its own source, and load the library", () => {
  expect(
    outcomeOf(
      `fs.readFileSync(${ours("./encode/encode-photo.ts")}); await import(${ours("./encode/encode-photo.ts")})`,
      outputOf,
    ),
  ).toBe("done");
});

test("JavaScript that encodes gets no environment variables of the shop", () => {
  expect(process.env["PATH"]).toBeDefined();
  expect(outcomeOf(`if (process.env.PATH) throw { code: "PATH" }`, outputOf)).toBe("done");
});

test.for(forbiddenPrograms(new URL(".", import.meta.url)))("JavaScript that encodes may not %s", ([, program]) => {
  expect(outcomeOf(program, outputOf)).toBe("ERR_ACCESS_DENIED");
});

test("a process of one kind of photo reads no other kind, and no other format at all", async () => {
  const files = await Promise.all([
    ...photoKinds.map(async (kind) => [kind, (await samples[kind]()).toString("base64")]),
    ...otherFiles.map(async ({ name, bytes }) => [name, (await bytes()).toString("base64")]),
  ]);
  const program = `
    import { text } from "node:stream/consumers";
    const { allowOnly, decodePhoto } = await import(${ours("./encode/encode-photo.ts")});
    const files = JSON.parse(await text(process.stdin));
    const read = {};
    for (const kind of ${JSON.stringify(photoKinds)}) {
      allowOnly(kind);
      read[kind] = [];
      for (const [name, base64] of files)
        if (typeof await decodePhoto(Buffer.from(base64, "base64"), kind) !== "string") read[kind].push(name);
    }
    console.log(JSON.stringify(read));
  `;
  expect(JSON.parse(outputOf(program, JSON.stringify(files)))).toEqual(
    Object.fromEntries(photoKinds.map((kind) => [kind, [kind]])),
  );
});

test.runIf(process.platform === "linux")("the kernel limits the process, which lets the shop go first", async () => {
  const { command, args } = withEncodingLimits([encodingOptions.program, "jpeg"], 15);
  const child = spawn(command, [...args], { env }); // an upload that never ends
  await once(child.stdout, "data");
  const limits = readFileSync(`/proc/${child.pid}/limits`, "utf8");
  const [, , , nice] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(" ").slice(15);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(limits).toMatch(/^Max cpu time +15 +20 /m);
  expect(limits).toMatch(/^Max file size +0 +0 /m);
  expect(limits).toMatch(/^Max core file size +0 +0 /m);
  expect(Number(/^Max data size +(\d+)/m.exec(limits)?.[1])).toBeLessThan(1_300_000_000);
  expect(nice).toBe("10");
});
