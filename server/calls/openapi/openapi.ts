import { z } from "zod";
import { coffeeFields } from "../../../catalogue/fields.ts";
import { changeHeader } from "../../../catalogue/log/change-header.ts";
import { receiptHeader } from "../../../catalogue/log/receipt.ts";
import { addRequestSchema, coffeeSchema, replaceRequestSchema } from "../../../catalogue/parse-coffee.ts";
import { changeNumber, placeInLog } from "../changes/change-number.ts";
import { keyHeader, keyPattern } from "../coffee/idempotency-key.ts";
import { coffeeExample, examples, hashExample, streamExample, visitorExample } from "./openapi-examples.ts";
import { problems, problemsPath } from "../problem.ts";
import { previewTag } from "../changes/visitor-undo-api.ts";

type ProblemCode = keyof typeof problems;

const bodyLimit = "At most 65,536 bytes of UTF-8.";

const addReply = z
  .strictObject({ acknowledged: z.literal(true), insertedId: coffeeSchema.shape._id })
  .meta({ id: "AddReply" });

const replaceReply = z
  .strictObject({
    acknowledged: z.literal(true),
    matchedCount: z.literal(1),
    modifiedCount: z
      .union([z.literal(0), z.literal(1)])
      .meta({ description: "0 where nothing differs; then nothing was written." }),
    upsertedCount: z.literal(0),
    upsertedId: z.null(),
  })
  .meta({ id: "ReplaceReply" });

const removeReply = z
  .strictObject({ acknowledged: z.literal(true), deletedCount: z.union([z.literal(0), z.literal(1)]) })
  .meta({ id: "RemoveReply" });

const problem = z
  .strictObject({
    type: z.string().meta({ description: "Where the problem is explained." }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
    acknowledged: z.literal(true).optional(),
    matchedCount: z.literal(0).optional(),
    modifiedCount: z.literal(0).optional(),
    deleted: z.strictObject({ change: z.int(), time: z.iso.datetime() }).optional(),
  })
  .meta({
    id: "Problem",
    description:
      "RFC 9457. The counts come with the 404 of PUT alone; deleted names the change to undo where a coffee is gone.",
  });

const keptFields = coffeeSchema.omit({ _id: true }).meta({ id: "Fields" });
const change = z
  .strictObject({
    number: z.int().min(1),
    time: z.iso.datetime(),
    action: z.enum(["add", "replace", "remove"]),
    coffeeId: coffeeSchema.shape._id,
    before: keptFields.nullable().meta({ description: "null where there was no coffee" }),
    after: keptFields.nullable().meta({ description: "null where the coffee is gone" }),
    visitor: z.string().nullable().meta({
      description:
        "A name for one day, of the browser or, where that gave no key, of the address; operator for whoever runs the shop.",
    }),
    undoes: z.int().nullable().meta({ description: "The change that this one undoes." }),
    hash: z.string().meta({ description: "Over this change and the hash of the one before." }),
    isUndone: z.boolean(),
    erasedBefore: z
      .array(z.enum(coffeeFields))
      .optional()
      .meta({ description: "Fields of which the shop erased the value before: it reads as empty." }),
    erasedAfter: z
      .array(z.enum(coffeeFields))
      .optional()
      .meta({ description: "Fields of which the shop erased the value after: it reads as empty." }),
    erased: z
      .strictObject({ time: z.string(), reason: z.string() })
      .optional()
      .meta({ description: "When the shop erased words of this change last, and why." }),
    nextId: coffeeSchema.shape._id.nullable().optional().meta({
      description: "With after, of a coffee that came back to its place: the coffee after it; null for none.",
    }),
  })
  .meta({ id: "Change" });

const changesReply = z
  .strictObject({
    changes: z.array(change),
    hasMore: z.boolean(),
    reload: z.literal(true).optional().meta({
      description: "With after: the shop does not show all changes after that number, so load the list again.",
    }),
  })
  .meta({ id: "ChangesReply" });

const erasedFields = z
  .array(z.enum(coffeeFields))
  .optional()
  .meta({ description: "What cannot come back, since the shop erased it; these fields are empty." });

const undoReply = z
  .strictObject({
    acknowledged: z.literal(true),
    undoneCount: z
      .union([z.literal(0), z.literal(1)])
      .meta({ description: "0 where it makes no difference any more; then nothing was written." }),
    coffeeId: coffeeSchema.shape._id,
    coffee: coffeeSchema.nullable().meta({ description: "As it is now; null where there is none." }),
    nextId: coffeeSchema.shape._id.nullable().meta({ description: "The coffee after it in the list." }),
    keptFields: z.array(z.enum(coffeeFields)).meta({ description: "What stays, since it was changed again later." }),
    erasedFields,
  })
  .meta({ id: "UndoReply" });

const visitorName = z.string().nullable();
const undoPreview = z
  .strictObject({
    visitor: z.string(),
    changes: z.array(z.int()).meta({ description: "What would be undone, newest first." }),
    hasMore: z.boolean().meta({ description: "Whether older changes are left for another undo." }),
    coffees: z.array(
      z.strictObject({
        coffeeId: coffeeSchema.shape._id,
        name: z.string().meta({ description: "As it is called now, or would be; its first hundred characters." }),
        isThere: z.boolean(),
        willBeThere: z.boolean(),
        takenBack: z.array(z.int()).meta({ description: "Empty for a coffee that stays as it is." }),
        kept: z
          .array(z.strictObject({ field: z.enum(coffeeFields), change: z.int(), visitor: visitorName }))
          .meta({ description: "What stays, and the later change that wrote it." }),
        erasedFields,
      }),
    ),
  })
  .meta({ id: "UndoPreview" });

const visitorUndoReply = z
  .strictObject({
    acknowledged: z.literal(true),
    undoneCount: z.int().min(0),
    changes: z.array(z.int()).meta({ description: "The changes that undid the others, oldest first." }),
    hasMore: z.boolean(),
    erasedFields,
  })
  .meta({ id: "VisitorUndoReply" });

/**
 * The product server described in OpenAPI 3.1, from the very schemas that check its requests; without extras, the five
 * calls. `publicUrl` is the address under which clients know the shop, or empty.
 */
export function describeApi(extras: boolean, publicUrl = ""): object {
  const written = extras ? receipt : {};
  return {
    openapi: "3.1.0",
    info: {
      title: "Niceties product server",
      version: "1",
      description: "The catalogue of a coffee shop, open to everyone.",
    },
    servers: [{ url: publicUrl || "/" }],
    paths: {
      "/coffee": { get: listCall(extras ? upTo : {}), post: addCall(written, extras) },
      "/coffee/{id}": {
        parameters: [idParameter],
        get: findCall,
        put: replaceCall(written),
        delete: removeCall(written),
      },
      ...(extras && {
        "/-/changes": { get: changesCall },
        "/-/changes/stream": { get: streamCall },
        "/-/changes/{number}/undo": { parameters: [numberParameter], put: undoCall },
        "/-/visitors/{name}/undo": { parameters: [nameParameter], get: undoPreviewCall, put: visitorUndoCall },
      }),
    },
    components: { schemas: namedSchemas(extras) },
  };
}

const exampleTag = '"16.f4c1d7a30b5e92c8"';
const tag = {
  ETag: {
    schema: { type: "string" },
    description: "Names this state; a compressed reply has its coding at the end.",
    example: exampleTag,
  },
};
const receipt = {
  [receiptHeader]: {
    schema: { type: "string" },
    description: "The number and the hash of the change.",
    example: `16-${hashExample}`,
  },
};
const upTo = {
  [changeHeader]: {
    schema: jsonSchema(placeInLog),
    description: "The number of the newest change that is in it.",
    example: 16,
  },
};

/** What a segment of a path, and a value in a query, can hold. */
const anyText = { type: "string" };
const anySegment = { type: "string", minLength: 1 };
/** What a header can hold (RFC 9110 §5.5), with each byte as one character. */
const anyHeader = { type: "string", pattern: "^[\\t -~\\x80-\\xff]*$" };

const numberParameter = {
  name: "number",
  in: "path",
  required: true,
  schema: jsonSchema(changeNumber),
  description: "The number of a change.",
  example: 16,
};
const nameParameter = {
  name: "name",
  in: "path",
  required: true,
  schema: anySegment,
  description: "A visitor, as changes name them. One that made no change has nothing to undo.",
  example: visitorExample,
};
const idParameter = {
  name: "id",
  in: "path",
  required: true,
  schema: anySegment,
  description: "The _id of a coffee. Any other text is the id of none.",
  example: coffeeExample._id,
};
const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: anyHeader,
  description: "The ETag of what the client already holds: the answer is 304 while that is the newest.",
  example: exampleTag,
};
const ifMatch = {
  name: "If-Match",
  in: "header",
  schema: anyHeader,
  description: "The ETag of the coffee as the client knows it: where it was changed since, nothing is written.",
  example: exampleTag,
};
const shownTag = {
  name: "If-Match",
  in: "header",
  required: true,
  schema: { type: "string", pattern: previewTag.source },
  description: "The ETag of the preview that was shown.",
  example: exampleTag,
};
const idempotencyKey = {
  name: keyHeader,
  in: "header",
  schema: { type: "string", pattern: keyPattern.source },
  description: "A client that sends the same coffee with the same key again gets the same reply, and nothing is added.",
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
};
const keyRefusals = ["key-not-readable", "key-reused"] as const;
const notModified = { 304: { description: "The client already holds this state." } };

const writeRefusals = [
  "unknown-client",
  "too-many-writes",
  "internal",
  "storage-failed",
  "frozen",
  "moving",
  "storage-busy",
  "storage-unknown",
  "storage-unreachable",
  "storage-full",
] as const;
/** Of writes that may make the catalogue larger. */
const growingRefusals = [...writeRefusals, "catalogue-full"] as const;

type Headers = Readonly<Record<string, object>>;

const listCall = (read: Headers) => ({
  operationId: "listCoffees",
  summary: "All coffees, oldest first",
  parameters: [ifNoneMatch],
  responses: {
    200: {
      description: "The list",
      headers: { ...tag, ...read },
      ...json({ type: "array", items: reference("Coffee") }, [coffeeExample]),
    },
    ...notModified,
    ...refusals("internal", "storage-busy", "storage-unreachable"),
  },
});

const addCall = (written: Headers, extras: boolean) => ({
  operationId: "addCoffee",
  summary: "Add a coffee",
  ...(extras && { parameters: [idempotencyKey] }),
  requestBody: { required: true, description: bodyLimit, ...named("AddedCoffee") },
  responses: {
    201: {
      description: "Added, and durable",
      headers: {
        ...tag,
        ...written,
        Location: { schema: { type: "string" }, example: `/coffee/${coffeeExample._id}` },
      },
      ...named("AddReply"),
    },
    ...refusals(
      "not-json",
      "invalid-coffee",
      "body-too-large",
      "not-json-type",
      "too-busy",
      ...(extras ? keyRefusals : []),
      ...growingRefusals,
    ),
  },
});

const findCall = {
  operationId: "findCoffee",
  summary: "One coffee",
  parameters: [ifNoneMatch],
  responses: {
    200: { description: "The coffee", headers: tag, ...named("Coffee") },
    ...notModified,
    ...refusals("unknown-coffee", "internal", "storage-busy", "storage-unreachable"),
  },
};

const replaceCall = (written: Headers) => ({
  operationId: "replaceCoffee",
  summary: "Replace a coffee whole",
  parameters: [ifMatch],
  requestBody: { required: true, description: bodyLimit, ...named("ReplacedCoffee") },
  responses: {
    200: {
      description: "Replaced, and durable; or nothing differed",
      headers: { ...tag, ...written },
      ...named("ReplaceReply"),
    },
    ...refusals(
      "not-json",
      "invalid-coffee",
      "unknown-coffee",
      "changed-meanwhile",
      "body-too-large",
      "not-json-type",
      "too-busy",
      ...growingRefusals,
    ),
  },
});

const removeCall = (written: Headers) => ({
  operationId: "removeCoffee",
  summary: "Delete a coffee; no error where there is none",
  parameters: [ifMatch],
  responses: {
    200: { description: "Gone, and durable", headers: written, ...named("RemoveReply") },
    ...refusals("changed-meanwhile", ...writeRefusals),
  },
});

const changesCall = {
  operationId: "listChanges",
  summary: "The log of changes, as far as the shop shows it, newest first, or with after oldest first, fifty at a time",
  parameters: [
    {
      name: "coffee",
      in: "query",
      schema: anyText,
      description: "Only changes of the coffee with this _id.",
      example: coffeeExample._id,
    },
    {
      name: "visitor",
      in: "query",
      schema: anyText,
      description: "Only changes that this visitor made.",
      example: visitorExample,
    },
    {
      name: "before",
      in: "query",
      schema: jsonSchema(changeNumber),
      description: "Goes on with changes older than this one.",
      example: 16,
    },
    {
      name: "after",
      in: "query",
      schema: jsonSchema(placeInLog),
      description: "Begins with the change after this one, oldest first; 0 begins with the first of all.",
      example: 16,
    },
    ifNoneMatch,
  ],
  responses: {
    200: {
      description: "Changes",
      headers: { ...tag, ...upTo },
      ...named("ChangesReply"),
    },
    ...notModified,
    ...refusals("number-not-readable", "internal", "too-busy", "storage-busy", "storage-unreachable"),
  },
};

const streamCall = {
  operationId: "followChanges",
  summary: "The changes as they are made: server-sent events, which docs/api.md describes",
  parameters: [
    {
      name: "after",
      in: "query",
      schema: jsonSchema(placeInLog),
      description: "The change after which to go on.",
      example: 16,
    },
    {
      name: "Last-Event-ID",
      in: "header",
      schema: { anyOf: [jsonSchema(placeInLog), { type: "string", maxLength: 0 }] },
      description: "The same, as browsers say it; goes before after. Empty for none.",
      example: 16,
    },
  ],
  responses: {
    200: {
      description: "Events without end, from the change after that number on, or from now on",
      content: { "text/event-stream": { schema: { type: "string" }, example: streamExample } },
    },
    ...refusals("number-not-readable", "internal", "too-many-streams", "storage-busy", "storage-unreachable"),
  },
};

const undoCall = {
  operationId: "undoChange",
  summary: "Undo a change, one's own or one that the shop shows; what was changed later stays",
  responses: {
    200: {
      description: "Undone, and durable; or it made no difference any more",
      headers: { ...tag, ...receipt },
      ...named("UndoReply"),
    },
    ...refusals("unknown-change", ...growingRefusals),
  },
};

const undoPreviewCall = {
  operationId: "previewVisitorUndo",
  summary: "What undoing the newest changes of a visitor would do, up to fifty of them",
  responses: {
    200: { description: "Nothing was written", headers: tag, ...named("UndoPreview") },
    ...refusals("undo-too-large", "internal", "too-busy", "storage-busy", "storage-unreachable"),
  },
};

const visitorUndoCall = {
  operationId: "undoVisitor",
  summary: "Undo what was shown under the tag in If-Match, all of it or nothing",
  parameters: [shownTag],
  responses: {
    200: {
      description: "Undone, and durable; or it made no difference any more",
      headers: receipt,
      ...named("VisitorUndoReply"),
    },
    ...refusals("changed-meanwhile", "undo-too-large", "undo-not-shown", ...writeRefusals),
  },
};

function json(schema: object, example: unknown) {
  return { content: { "application/json": { schema, example } } };
}

function named(name: keyof typeof examples) {
  return json(reference(name), examples[name]);
}

/** A schema on its own, without what only a whole document says. */
function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

function reference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** Problems of one status are one reply, told apart by their type. */
function refusals(...codes: ProblemCode[]): Record<string, object> {
  const replies: Record<string, object> = {};
  for (const code of codes) {
    const { status, title } = problems[code];
    const description = codes
      .filter((other) => problems[other].status === status)
      .map((other) => problems[other].title.en)
      .join(". Or: ");
    const example = { type: problemsPath + code, title: title.en, status, detail: `${title.en}.` };
    replies[status] = {
      description,
      content: { "application/problem+json": { schema: reference("Problem"), example } },
    };
  }
  return replies;
}

/** Requests may leave fields out; replies never do. */
function namedSchemas(extras: boolean): Record<string, object> {
  const requests = z.toJSONSchema(z.tuple([addRequestSchema, replaceRequestSchema]), { io: "input" }).$defs;
  const replies = z.toJSONSchema(
    z.tuple([
      coffeeSchema,
      addReply,
      replaceReply,
      removeReply,
      problem,
      ...(extras ? [changesReply, undoReply, undoPreview, visitorUndoReply] : []),
    ]),
  ).$defs;
  // A schema inside another is referred to where z keeps it, not where the description does.
  return JSON.parse(JSON.stringify({ ...requests, ...replies }).replaceAll("#/$defs/", "#/components/schemas/"));
}
