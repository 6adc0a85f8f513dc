import { z } from "zod";
import { changeHeader } from "../../../catalogue/log/change-header.ts";
import { receiptHeader } from "../../../catalogue/log/receipt.ts";
import { changeNumber, placeInLog } from "../changes/change-number.ts";
import { previewTag } from "../changes/visitor-undo-api.ts";
import { keyHeader, keyPattern } from "../coffee/idempotency-key.ts";
import { coffeeExample, hashExample, pictureExample, visitorExample } from "./openapi-examples.ts";

const exampleTag = '"16.f4c1d7a30b5e92c8"';
export const tag = {
  ETag: {
    schema: { type: "string" },
    description: "Names this state; a compressed reply has its coding at the end.",
    example: exampleTag,
  },
};
export const receipt = {
  [receiptHeader]: {
    schema: { type: "string" },
    description: "The number and the hash of the change.",
    example: `16-${hashExample}`,
  },
};
export const upTo = {
  [changeHeader]: {
    schema: jsonSchema(placeInLog),
    description: "The number of the newest change that is in it.",
    example: 16,
  },
};

/** Schemas of a value in a query, and of a segment of a path. */
export const anyText = { type: "string" };
const anySegment = { type: "string", minLength: 1 };
/** The schema of a header's value (RFC 9110 §5.5), with each byte as one character. */
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
export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: anyHeader,
  description: "The ETag of what the client already holds: the answer is 304 while that is the newest.",
  example: exampleTag,
};
export const ifMatch = {
  name: "If-Match",
  in: "header",
  schema: anyHeader,
  description: "The ETag of the coffee as the client knows it: where it was changed since, nothing is written.",
  example: exampleTag,
};
export const shownTag = {
  name: "If-Match",
  in: "header",
  required: true,
  schema: { type: "string", pattern: previewTag.source },
  description: "The ETag of the preview that was shown.",
  example: exampleTag,
};
export const idempotencyKey = {
  name: keyHeader,
  in: "header",
  schema: { type: "string", pattern: keyPattern.source },
  description: "A client that sends the same coffee with the same key again gets the same reply, and nothing is added.",
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
};
const pictureParameter = {
  name: "picture",
  in: "path",
  required: true,
  schema: anySegment,
  description:
    "A picture of a photo: the end of the photo's address, or the same with - and a narrower width before the ending, as .jpg, .webp or .avif. Any other text is the name of none.",
  example: pictureExample,
};
export const range = {
  name: "Range",
  in: "header",
  schema: anyHeader,
  description: "One range of bytes; the reply to any other text is the whole.",
  example: "bytes=0-1023",
};
export const ofAddress = {
  name: "of",
  in: "query",
  required: true,
  schema: anyText,
  description: "The address of a photo of another host. Any other text is the address of none.",
  example: "https://photos.example/latte.jpg",
};
export const copyWidth = {
  name: "width",
  in: "query",
  schema: anyText,
  description: "The least width in pixels. The reply is the narrowest picture that is as wide, or else the widest.",
  example: "400",
};
/** The parameters of paths, by their names in the table of calls. */
export const pathParameters: Readonly<Record<string, object>> = {
  number: numberParameter,
  name: nameParameter,
  id: idParameter,
  picture: pictureParameter,
};

/** The JSON schema without `$schema`, which belongs to a whole document. */
export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
