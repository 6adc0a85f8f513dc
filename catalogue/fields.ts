import type { Language, Translated } from "./language.ts";

/**
 * Everything that the program knows of one field. Its kind determines the form's control, how searches read it, and how
 * it is displayed.
 */
type FieldDefinition = Readonly<{
  kind: "text" | "longText" | "photo" | "price";
  /** Its bit in the masks of changed fields in the log. It never changes, and no other field may ever use it. */
  bit: number;
  label: Translated;
  /** What the field is for; the description in the API's OpenAPI document. */
  meaning: string;
  /** The part of the form that contains it. */
  group: "makers" | "cup" | "shelf";
  /** The weight of its words in a search. A field without a weight is not searched. */
  weight?: number;
  /**
   * Visitors can filter by its values: a name, or each of several words. Facets with the lowest rank are offered first.
   */
  facet?: Readonly<{ values: "name" | "words"; rank: number }>;
}>;

/**
 * The fields of a coffee, in the order of forms, pages, files and JSON. docs/add-a-field.md explains how to add one.
 */
export const fieldDefinitions = {
  name: {
    kind: "text",
    bit: 0,
    label: { en: "Name", bn: "নাম" },
    meaning: "What the coffee is called.",
    group: "makers",
    weight: 10,
  },
  chef: {
    kind: "text",
    bit: 1,
    label: { en: "Chef", bn: "কারিগর" },
    meaning: "Who makes it.",
    group: "makers",
    weight: 4,
    facet: { values: "name", rank: 3 },
  },
  supplier: {
    kind: "text",
    bit: 2,
    label: { en: "Supplier", bn: "সরবরাহকারী" },
    meaning: "Who supplies it.",
    group: "makers",
    weight: 3,
    facet: { values: "name", rank: 4 },
  },
  taste: {
    kind: "text",
    bit: 3,
    label: { en: "Taste", bn: "স্বাদ" },
    meaning: "What it tastes of.",
    group: "cup",
    weight: 4,
    facet: { values: "words", rank: 2 },
  },
  category: {
    kind: "text",
    bit: 4,
    label: { en: "Category", bn: "ধরন" },
    meaning: "What kind of coffee it is.",
    group: "cup",
    weight: 5,
    facet: { values: "name", rank: 1 },
  },
  details: {
    kind: "longText",
    bit: 5,
    label: { en: "Details", bn: "বিবরণ" },
    meaning: "All else worth knowing.",
    group: "cup",
    weight: 1,
  },
  photo: {
    kind: "photo",
    bit: 6,
    label: { en: "Photo", bn: "ছবি" },
    meaning: "Meant to be the address of a picture; any text is kept.",
    group: "shelf",
  },
  price: {
    kind: "price",
    bit: 7,
    label: { en: "Price", bn: "দাম" },
    meaning:
      "Price in Taka; comes back with the type and digits it was sent with. A number, too, is written in at most 1,000 characters.",
    group: "shelf",
  },
} as const satisfies Readonly<Record<string, FieldDefinition>>;

type Fields = typeof fieldDefinitions;
export type CoffeeField = keyof Fields;

/** The fields whose definition extends `Part`. */
export type FieldsWith<Part> = { [Field in CoffeeField]: Fields[Field] extends Part ? Field : never }[CoffeeField];

export type TextField = Exclude<CoffeeField, "price">;

const isField = (name: string): name is CoffeeField => Object.hasOwn(fieldDefinitions, name);

/** All fields, in order. */
export const coffeeFields: readonly CoffeeField[] = Object.keys(fieldDefinitions).filter(isField);

/** All fields with text, in order. */
export const textFields: readonly TextField[] = coffeeFields.filter((field) => field !== "price");

export type FacetField = FieldsWith<{ facet: object }>;
export type NameField = FieldsWith<{ facet: { values: "name" } }>;

const isFacet = (field: CoffeeField): field is FacetField => "facet" in fieldDefinitions[field];
const isName = (field: FacetField): field is NameField => fieldDefinitions[field].facet.values === "name";

/** The fields that visitors can filter by. */
export const facetFields: readonly FacetField[] = coffeeFields
  .filter(isFacet)
  .sort((one, other) => fieldDefinitions[one].facet.rank - fieldDefinitions[other].facet.rank);
/** The facet fields that hold one name each. */
export const nameFields: readonly NameField[] = facetFields.filter(isName);

/** The labels of the fields in one language. */
export function labelsIn(language: Language): Readonly<Record<CoffeeField, string>> {
  return recordOf(coffeeFields, (field) => fieldDefinitions[field].label[language]);
}

/** An object with a member for each of `names`. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  const record = Object.fromEntries(names.map((name) => [name, make(name)]));
  if (!hasMembers<Name, Value>(record, names)) throw new TypeError("A name cannot be a key.");
  return record;
}

function hasMembers<Name extends string, Value>(
  record: Record<string, Value>,
  names: readonly Name[],
): record is Record<Name, Value> {
  return names.every((name) => Object.hasOwn(record, name));
}
