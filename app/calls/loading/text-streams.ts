/*
 * A minimal polyfill of TransformStream and TextEncoderStream: what React Router needs to read a document's data. Only
 * Firefox before 105 fetches this file.
 */

export type Transformer = Readonly<{
  transform: (chunk: unknown, out: ReadableStreamDefaultController) => void;
  flush?: (out: ReadableStreamDefaultController) => void;
}>;

Object.assign(globalThis, {
  TransformStream: function (transformer: Transformer) {
    return transformer;
  },
  TextEncoderStream: function (): Transformer {
    const encoder = new TextEncoder();
    return { transform: (text, out) => out.enqueue(encoder.encode(String(text))) };
  },
});
Object.assign(ReadableStream.prototype, {
  pipeThrough: function (this: ReadableStream, { transform, flush }: Transformer) {
    const reader = this.getReader();
    return new ReadableStream({
      async start(out) {
        for (let read = await reader.read(); !read.done; read = await reader.read()) transform(read.value, out);
        flush?.(out);
        out.close();
      },
    });
  },
});
