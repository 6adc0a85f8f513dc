import type { Coffee, CoffeeFields } from "../../../catalogue/coffee.ts";

async function call<Reply>(path: string, init?: RequestInit): Promise<Reply> {
  const reply = await fetch(path, init);
  if (!reply.ok) throw new Error(`The product server answered ${reply.status}.`);
  return await reply.json();
}

const requestInit = (method: string, fields: CoffeeFields): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(fields),
});

/** Requested as the script starts, before anything is rendered. */
export const firstList = call<readonly Coffee[]>("/coffee");

export const productServer = {
  find: (id: string) => call<Coffee>(`/coffee/${id}`),
  add: (fields: CoffeeFields) => call<{ insertedId: string }>("/coffee", requestInit("POST", fields)),
  replace: (id: string, fields: CoffeeFields) => call(`/coffee/${id}`, requestInit("PUT", fields)),
  remove: (id: string) => call(`/coffee/${id}`, { method: "DELETE" }),
};
