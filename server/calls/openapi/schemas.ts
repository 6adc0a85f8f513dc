import { z } from "zod";
import { coffeeFields } from "../../../catalogue/fields.ts";
import { addRequestSchema, coffeeSchema, replaceRequestSchema } from "../../../catalogue/parse-coffee.ts";

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
        "A name for one day, of the browser or, without a browser's key, of the address; operator for the person who runs the shop.",
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

const photoReply = z
  .strictObject({
    acknowledged: z.literal(true),
    photo: z.string().meta({ description: "The address of the photo, for the photo of a coffee." }),
    width: z.int().min(1).meta({ description: "The size of its largest picture, in pixels." }),
    height: z.int().min(1),
    colour: z.string().meta({ description: "Its average colour, as rrggbb." }),
  })
  .meta({ id: "PhotoReply" });

/** The schemas of bodies, by their names in the description. Requests may leave fields out; replies never do. */
export function namedSchemas(extras: boolean): Record<string, object> {
  const requests = z.toJSONSchema(z.tuple([addRequestSchema, replaceRequestSchema]), { io: "input" }).$defs;
  const replies = z.toJSONSchema(
    z.tuple([
      coffeeSchema,
      addReply,
      replaceReply,
      removeReply,
      problem,
      ...(extras ? [changesReply, undoReply, undoPreview, visitorUndoReply, photoReply] : []),
    ]),
  ).$defs;
  // zod keeps nested schemas in `$defs`, but OpenAPI keeps them in `components/schemas`.
  return JSON.parse(JSON.stringify({ ...requests, ...replies }).replaceAll("#/$defs/", "#/components/schemas/"));
}
