import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { samples } from "../../../test/photos/sample-photos.ts";
import { encodingOptions, type EncodingOptions } from "./encoding-process.ts";
import { PhotoEncoder, type Encoding } from "./photo-encoder.ts";

const folder = mkdtempSync(join(tmpdir(), "niceties-encoding-"));
writeFileSync(join(folder, "photo"), await samples.png());
const photo = await open(join(folder, "photo"));
const encodings: PhotoEncoder[] = [];
afterAll(async () => {
  for (const encoder of encodings) encoder.close();
  await photo.close();
  rmSync(folder, { recursive: true });
});

/** What the programs of these tests have: `frame` writes one, and an empty one says that the program is ready. */
const framing = `
import { writeSync } from "node:fs";
const frame = (body) => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(body)]);
  bytes.writeUInt32LE(bytes.length - 4);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
};
const wait = () => setInterval(() => {}, 60_000);
const size = JSON.stringify({ width: 96, height: 64, colour: "7d7355" });
`;

let programs = 0;

/** An encoder whose processes run this program. */
function encoderWith(source: string, limits: Partial<EncodingOptions> = {}): PhotoEncoder {
  programs += 1;
  const program = join(folder, `${programs}.mjs`);
  writeFileSync(program, framing + source);
  const encoder = new PhotoEncoder({ ...encodingOptions, program, ...limits });
  encodings.push(encoder);
  return encoder;
}

/** How both promises of an encoding reject, which must be alike. */
async function refusalOf({ first, later }: Encoding): Promise<unknown> {
  const [one, other] = await Promise.allSettled([first, later]);
  if (one.status !== "rejected" || other.status !== "rejected") throw new Error("The photo was encoded.");
  expect(one.reason).toBe(other.reason);
  return one.reason;
}

test.for([
  ["ends without a word", `frame("")`],
  ["is killed", `frame(""); process.kill(process.pid, "SIGKILL")`],
  [
    "is killed within a picture",
    `frame(""); frame(size); writeSync(1, "\\xff\\0\\0\\0JFIF"); process.kill(process.pid, "SIGKILL")`,
  ],
  ["crashes", `frame(""); process.abort()`],
  ["sends what is not JSON", `frame(""); frame("no JSON"); wait()`],
  ["sends JSON of another shape", `frame(""); frame('{"width":96,"height":64,"colour":"7d7355","more":1}'); wait()`],
  ["sends a size that no picture has", `frame(""); frame('{"width":1601,"height":64,"colour":"7d7355"}'); wait()`],
  ["sends no colour", `frame(""); frame('{"width":96,"height":64,"colour":"red"}'); wait()`],
  ["announces a reply that is too long", `frame(""); frame("x".repeat(300)); wait()`],
  [
    "announces a picture that is too long",
    `frame(""); frame(size); writeSync(1, Buffer.from([0, 0, 0, 0xff])); wait()`,
  ],
  ["sends something else than a picture", `frame(""); frame(size); frame("<html>"); wait()`],
  ["never stops writing", `frame(""); frame(size); for (;;) frame("A".repeat(60_000))`],
] as const)(
  "if the process %s, the photo is refused as unreadable, and the next one is encoded",
  async ([, source]) => {
    const encoder = encoderWith(source);
    const refusals = await Promise.all([1, 2].map(() => refusalOf(encoder.encode(photo, "client"))));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: "unreadable-photo", data: "damaged" });
  },
);

test.runIf(process.platform === "linux")("a process that takes more memory than it may gets none", async () => {
  const encoder = encoderWith(`frame(""); Buffer.alloc(700_000_000, 1); wait()`);
  expect(await refusalOf(encoder.encode(photo, "client"))).toMatchObject({ code: "unreadable-photo", data: "damaged" });
});

test("a process that takes too long is killed, and the photo is refused", async () => {
  const encoder = encoderWith(`frame(""); wait()`, { limitMs: 5_000 });
  expect(await refusalOf(encoder.encode(photo, "client"))).toMatchObject({
    code: "unreadable-photo",
    data: "too slow",
  });
});

test.runIf(process.platform === "linux")("a process that uses a processor for too long is ended", async () => {
  const encoder = encoderWith(`frame(""); for (;;);`, { processorSeconds: 2 });
  expect(await refusalOf(encoder.encode(photo, "client"))).toMatchObject({
    code: "unreadable-photo",
    data: "too slow",
  });
});

test("if no process can start, that is no fault of the photo, and the error says why", async () => {
  const refusal = await refusalOf(encoderWith(`throw new Error("no library");`).encode(photo, "client"));
  expect(refusal).toMatchObject({ name: "Error", message: expect.stringContaining("no library") });
});

test("one photo is encoded and sixteen wait; more are refused with Retry-After", async () => {
  const encoder = encoderWith(`frame(""); wait()`);
  const asked = Array.from({ length: 20 }, () => refusalOf(encoder.encode(photo, "client")));
  await Promise.any(asked);
  encoder.close();
  const refusals = await Promise.all(asked);
  const busy = refusals.filter((each) => each instanceof Error && each.message !== "The shop is closed.");
  expect(busy).toMatchObject([1, 2, 3].map(() => ({ code: "too-busy", headers: { "retry-after": "2" } })));
});

test("closing ends the photo that is being encoded, those that wait, and later ones", async () => {
  const encoder = encoderWith(`frame(""); wait()`);
  const asked = ["one", "two"].map((client) => refusalOf(encoder.encode(photo, client)));
  encoder.close();
  for (const each of [...asked, refusalOf(encoder.encode(photo, "one"))])
    expect(await each).toMatchObject({ message: "The shop is closed." });
});

test("a photo's first pictures stay, if the process ends before the later ones", async () => {
  const encoder = encoderWith(`
    frame(""); frame('{"width":1,"height":1,"colour":"7d7355"}');
    frame(Buffer.from("ffd8ffc0000b080001000101011100ffd9".padEnd(80, "0"), "hex"));
    frame(Buffer.from("524946461a000000574542505650384c0d0000002f00000010071011118888fe0700", "hex"));
  `);
  const { first, later } = encoder.encode(photo, "client");
  expect((await first).pictures.map(({ format }) => format)).toEqual(["jpg", "webp"]);
  await expect(later).rejects.toMatchObject({ code: "unreadable-photo" });
});
