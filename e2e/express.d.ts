/** The part of Express that the classic product server and the peers of the bench use. */
declare module "express" {
  import type { RequestListener } from "node:http";

  type Fields = import("../catalogue/coffee.ts").CoffeeFields;
  interface Request {
    method: string;
    url: string;
    params: Record<string, string | undefined>;
    body: Fields;
  }
  interface Reply {
    set(headers: Record<string, string>): void;
    status(status: number): Reply;
    sendStatus(status: number): void;
    json(body: unknown): void;
    end(): void;
  }
  type Handler = (request: Request, reply: Reply, next: () => void) => void;
  interface Application extends RequestListener {
    set(setting: "etag", value: "strong" | "weak"): void;
    use(handler: Handler): void;
    get(path: string, handler: Handler): void;
    post(path: string, handler: Handler): void;
    put(path: string, handler: Handler): void;
    delete(path: string, handler: Handler): void;
    listen(port: number, host: string): void;
  }
  const express: { (): Application; json(): Handler };
  export default express;
}
