export type ServerEvent = Readonly<{ type: string; data: string }>;

/**
 * Reads server-sent events (WHATWG HTML §9.2.6) out of a text that arrives in pieces. A hint when to come again is told like
 * an event of the type `retry`. Ids are left out: whoever uses this knows them from the data.
 */
export function eventParser(): (piece: string) => ServerEvent[] {
  let rest = "";
  let type = "";
  let data: string[] = [];
  return (piece) => {
    const events: ServerEvent[] = [];
    // At the end of a piece, a carriage return may be half of a line's end.
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
