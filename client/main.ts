// What the package exports as `niceties/client`: see docs/client.md.
export type { Coffee, CoffeeFields, Price } from "../catalogue/coffee.ts";
export { createClient, type CallContent, type Client, type ClientOptions, type Fetch } from "./client.ts";
export { CoffeeFault, type CoffeeFaultCode, type Deletion, type FieldError } from "./coffee-fault.ts";
export type { FoundCoffee, OtherValues } from "./read-coffee.ts";
export type { AddReply, RemoveReply, ReplaceReply } from "./read-reply.ts";
export { createQueue, type QueuedWrite, type QueueStorage, type SendResult, type WriteQueue } from "./write-queue.ts";
