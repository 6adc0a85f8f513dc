export type ServerEvent = Readonly<{ type: string; data: string }>;

/**
 * Parses server-sent events (WHATWG HTML §9.2.6) from chunks of text. A `retry` line becomes an event of the type
 * `retry`. Event ids are ignored, because the data has them.
 */
export function eventParser(): (piece: string) => ServerEvent[] {
  let rest = "";
  let type = "";
  let data: string[] = [];
  return (piece) => {
    const events: ServerEvent[] = [];
    // A carriage return at the end of a chunk may be the first half of CRLF.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, name, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (line === "") {
        if (data.length > 0) events.push({ type: type || "message", data: data.join("\n") });
        type = "";
        data = [];
      } else if (name === "data") data.push(value);
      else if (name === "event") type = value;
      else if (name === "retry" && /^\d+$/.test(value)) events.push({ type: name, data: value });
    }
    return events;
  };
}
