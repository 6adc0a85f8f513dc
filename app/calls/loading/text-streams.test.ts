import { afterEach, expect, test, vi } from "vitest";

const pipeThrough = Object.getOwnPropertyDescriptor(ReadableStream.prototype, "pipeThrough") ?? {};
afterEach(() => {
  vi.unstubAllGlobals();
  Object.defineProperty(ReadableStream.prototype, "pipeThrough", pipeThrough);
});

/** The lines of `texts`, read with the streams that React Router uses for a document's data. */
async function linesOf(texts: readonly string[]): Promise<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  const lines = new TransformStream<Uint8Array, string>({
    transform(chunk, out) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) out.enqueue(part);
    },
    flush(out) {
      if (rest !== "") out.enqueue(rest);
    },
  });
  const stream = new ReadableStream<string>({
    async start(out) {
      for (const text of texts) {
        await Promise.resolve();
        out.enqueue(text);
      }
      out.close();
    },
  });
  const reader = stream.pipeThrough(new TextEncoderStream()).pipeThrough(lines).getReader();
  const found: string[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) found.push(read.value);
  await reader.closed;
  return found;
}

test.for([[[]], [["one\ntwo\n"]], [["চা", "\nকফি 👩‍🍳\n", "", "last"]]])(
  "a browser without TransformStream and TextEncoderStream reads the same lines from %j",
  async ([texts = []]) => {
    const lines = await linesOf(texts);
    for (const name of ["TransformStream", "TextEncoderStream"]) vi.stubGlobal(name, undefined);
    Object.assign(ReadableStream.prototype, { pipeThrough: undefined });
    await expect(linesOf(texts)).rejects.toThrow();
    vi.resetModules();
    await import("./text-streams.ts");
    expect(await linesOf(texts)).toEqual(lines);
  },
);
