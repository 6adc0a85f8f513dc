import type { ForEachCall } from "../call-table.ts";
import { changeNumber, placeInLog } from "../changes/change-number.ts";
import { problemsPath } from "../../http/problem.ts";
import { faults, type FaultCode } from "../../../catalogue/fault.ts";
import { coffeeExample, examples, streamExample, visitorExample } from "./openapi-examples.ts";
import {
  anyText,
  copyWidth,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  jsonSchema,
  ofAddress,
  range,
  receipt,
  shownTag,
  tag,
  upTo,
} from "./parameters.ts";

const bodyLimit = "At most 65,536 bytes of UTF-8.";

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
/** Refusals of writes that may make the catalogue larger. */
const growingRefusals = [...writeRefusals, "catalogue-full"] as const;

type Headers = Readonly<Record<string, object>>;

const listCall = (read: Headers) => ({
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
  summary: "One coffee",
  parameters: [ifNoneMatch],
  responses: {
    200: { description: "The coffee", headers: tag, ...named("Coffee") },
    ...notModified,
    ...refusals("unknown-coffee", "internal", "storage-busy", "storage-unreachable"),
  },
};

const replaceCall = (written: Headers) => ({
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
  summary: "Delete a coffee; no error where there is none",
  parameters: [ifMatch],
  responses: {
    200: { description: "Gone, and durable", headers: written, ...named("RemoveReply") },
    ...refusals("changed-meanwhile", ...writeRefusals),
  },
});

const changesCall = {
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
    copyWidth,
    ifNoneMatch,
    ofAddress,
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
  summary: "What undoing the newest changes of a visitor would do, up to fifty of them",
  responses: {
    200: { description: "Nothing was written", headers: tag, ...named("UndoPreview") },
    ...refusals("undo-too-large", "internal", "too-busy", "storage-busy", "storage-unreachable"),
  },
};

const visitorUndoCall = {
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

const pictureContent = { content: { "image/jpeg": {}, "image/webp": {}, "image/avif": {} } };

const addPhotoCall = {
  summary: "Upload a photo; what its first bytes say is its type",
  requestBody: {
    required: true,
    description: "A JPEG, PNG, WebP, AVIF or GIF of at most 15,000,000 bytes and 64 megapixels, AVIF 16.",
    content: { "application/octet-stream": { schema: {} }, "image/jpeg": { schema: {} } },
  },
  responses: {
    201: { description: "Kept, and durable, without its metadata", ...named("PhotoReply") },
    ...refusals(
      "unreadable-photo",
      "unsupported-photo",
      "photo-too-large",
      "too-many-pixels",
      "too-slow",
      "too-busy",
      "photos-full",
      ...writeRefusals,
    ),
  },
};

const readPictureCall = {
  summary: "A picture of a photo that the shop keeps",
  parameters: [ifNoneMatch, range],
  responses: {
    200: {
      description: "The picture; until its AVIF is made, the WebP stands in for it",
      headers: tag,
      ...pictureContent,
    },
    206: { description: "The range of its bytes", headers: tag, ...pictureContent },
    ...notModified,
    416: { description: "The picture has no such bytes" },
    ...refusals("unknown-photo", "internal", "storage-failed", "storage-unreachable"),
  },
};

const readCopyCall = {
  summary: "The shop's copy of a photo of another host, which it fetches if it has none yet",
  parameters: [ofAddress, copyWidth, ifNoneMatch, range],
  responses: {
    200: { description: "A picture of it, in the best format that Accept names", headers: tag, ...pictureContent },
    206: { description: "The range of its bytes", headers: tag, ...pictureContent },
    ...notModified,
    416: { description: "The picture has no such bytes" },
    ...refusals(
      "photo-not-copied",
      "unknown-client",
      "too-many-writes",
      "too-busy",
      "internal",
      "storage-failed",
      "storage-unreachable",
    ),
  },
};

/** What each call takes and replies. Without extras, replies have no receipts, and lists have no change number. */
export function operations(extras: boolean): ForEachCall<object> {
  const written = extras ? receipt : {};
  return {
    listCoffees: listCall(extras ? upTo : {}),
    addCoffee: addCall(written, extras),
    findCoffee: findCall,
    replaceCoffee: replaceCall(written),
    removeCoffee: removeCall(written),
    listChanges: changesCall,
    followChanges: streamCall,
    undoChange: undoCall,
    previewVisitorUndo: undoPreviewCall,
    undoVisitor: visitorUndoCall,
    addPhoto: addPhotoCall,
    readPicture: readPictureCall,
    readCopy: readCopyCall,
  };
}

function json(schema: object, example: unknown) {
  return { content: { "application/json": { schema, example } } };
}

function named(name: keyof typeof examples) {
  return json(reference(name), examples[name]);
}

function reference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** Groups problems by status, since OpenAPI has one reply for each; the problem's `type` distinguishes them. */
function refusals(...codes: FaultCode[]): Record<string, object> {
  const replies: Record<string, object> = {};
  for (const code of codes) {
    const { status, title } = faults[code];
    const description = codes
      .filter((other) => faults[other].status === status)
      .map((other) => faults[other].title.en)
      .join(". Or: ");
    const example = { type: problemsPath + code, title: title.en, status, detail: `${title.en}.` };
    replies[status] = {
      description,
      content: { "application/problem+json": { schema: reference("Problem"), example } },
    };
  }
  return replies;
}
