/** The parts of a request that a browser's page makes; the row sets `acceptEncoding`. */
export type RequestParts = Readonly<{
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  port: number;
  acceptEncoding: string;
  ifNoneMatch?: string | undefined;
  /** True for a navigation to a page, false for a script's call. */
  isNavigation?: boolean;
  /** JSON. */
  body?: string;
}>;

const browser = [
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36",
  'sec-ch-ua: "Chromium";v="146", "Not)A;Brand";v="24"',
  "sec-ch-ua-mobile: ?0",
  'sec-ch-ua-platform: "Linux"',
  "Accept-Language: bn-BD,bn;q=0.9,en-GB;q=0.8,en;q=0.7",
];
const navigation = [
  "Upgrade-Insecure-Requests: 1",
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Sec-Fetch-Site: none",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-User: ?1",
  "Sec-Fetch-Dest: document",
];

/** A whole request as a browser writes it. */
export function requestText(parts: RequestParts): string {
  const { method = "GET", path, port, acceptEncoding, ifNoneMatch, isNavigation = false, body } = parts;
  const origin = `http://127.0.0.1:${port}`;
  const call = ["Accept: */*", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: keep-alive",
    ...browser,
    ...(isNavigation ? navigation : [...call, `Referer: ${origin}/`]),
    `Accept-Encoding: ${acceptEncoding}`,
    ...(ifNoneMatch === undefined ? [] : [`If-None-Match: ${ifNoneMatch}`]),
    ...(method === "GET" ? [] : [`Origin: ${origin}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
