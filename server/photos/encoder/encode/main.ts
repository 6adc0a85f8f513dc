import { readFileSync, writeSync } from "node:fs";
import { setPriority } from "node:os";
import { photoKinds } from "../photo-kind.ts";
import { plannedPictures } from "../picture-plan.ts";
import { allowOnly, decodePhoto, encodePicture } from "./encode-photo.ts";

/*
 * Encodes one photo and ends. Its argument is the photo's kind, its standard input is the file. It writes frames to its
 * standard output: an empty one when it is ready, an `EncodingReply` as JSON, and one picture after another in the order
 * of `plannedPictures`. Each frame begins with its length in four bytes. Other messages of Node's own would let a photo
 * that took over this process make the shop parse more than that.
 */

const standardInput = 0;
const standardOutput = 1;

// A terminal sends Ctrl-C to all of its processes; the shop ends this one.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
// The threads that decode begin later, and inherit it: requests to the shop come first.
setPriority(10);

const kind = photoKinds.find((each) => each === process.argv[2]);
if (!kind) throw new RangeError(`There are no photos of the kind ${process.argv[2]}.`);
allowOnly(kind);
write(Buffer.alloc(0));

const photo = await decodePhoto(readFileSync(standardInput), kind);
if (typeof photo === "string") write(JSON.stringify({ refusal: photo }));
else {
  write(JSON.stringify({ ...photo.largest, colour: photo.colour }));
  const { first, later } = plannedPictures(photo.largest);
  for (const planned of [...first, ...later]) write(await encodePicture(photo, planned));
}

function write(frame: Buffer | string): void {
  const body = Buffer.from(frame);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  const bytes = Buffer.concat([length, body]);
  for (let at = 0; at < bytes.length;) at += writeSync(standardOutput, bytes, at);
}
