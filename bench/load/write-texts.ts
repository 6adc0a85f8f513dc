import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { makeCoffees } from "../make-coffees.ts";
import type { WriteMethod } from "./job.ts";
import { requestText } from "./request-text.ts";

const coffees = makeCoffees(256, 2);
const acceptEncoding = "gzip, deflate, br, zstd";
let turn = 0;

/** A write of a coffee of the usual size. The price counts up, so no two are the same and each is a change. */
export function writeText(method: WriteMethod, port: number, id = ""): string {
  const path = id === "" ? "/coffee" : `/coffee/${id}`;
  const fields = coffees[turn++ % coffees.length];
  if (method === "DELETE" || !fields) return requestText({ method, path, port, acceptEncoding });
  const coffee: CoffeeFields & { _id?: string } = { ...fields, price: String(turn), ...(id !== "" && { _id: id }) };
  return requestText({ method, path, port, acceptEncoding, body: JSON.stringify(coffee) });
}
