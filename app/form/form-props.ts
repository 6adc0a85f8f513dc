import type { RefObject } from "react";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeField } from "../../catalogue/fields.ts";
import type { Failure } from "../calls/product-server.ts";
import type { FieldError } from "./fields/field-errors.ts";
import type { FormDraft } from "./unsent/form-draft.ts";
import type { Unsent } from "./unsent/unsent.ts";

/**
 * A form that was posted without scripts and refused: the typed text, the errors, and the fields that someone else
 * changed too.
 */
export type FormRefusal = Readonly<{
  unsent: Unsent;
  errors: readonly FieldError[];
  conflicts: readonly CoffeeField[];
}>;

/** What is in a form that is sent. With `waitsBecause`, it has a photo that cannot be uploaded yet. */
export type TypedCoffee = Pick<Unsent, "fields" | "photo"> & Readonly<{ waitsBecause?: Failure | undefined }>;

export type CoffeeFormProps = Readonly<{
  /** The fields before editing. If this changes later, typed text stays, and a conflict shows both texts. */
  start: CoffeeFields;
  /** The first text of the fields, if it differs from `start`. */
  initial?: CoffeeFields;
  /** Whether home opens with its last search after saving. */
  isReturning?: boolean;
  /** Stores typed text; undefined if the coffee was not loaded. */
  draft: FormDraft | undefined;
  words: Readonly<{ submit: string; clear: string; cleared: string }>;
  extras: boolean;
  /** The page's path, to which the form posts without scripts. */
  path: string;
  /** More form fields for a post without scripts. */
  hidden: Readonly<Record<string, string | undefined>>;
  /** The refusal of an earlier post without scripts. */
  refusal?: FormRefusal | undefined;
  /**
   * Sends the fields, or stores them if they wait for their photo. Resolves to true if they were saved and home should
   * open, to false if not, or to the server's field errors. `isHere` tells whether the form is still shown.
   */
  onSubmit: (typed: TypedCoffee, isHere: () => boolean) => Promise<boolean | readonly FieldError[]>;
  /** Called with the fields after hydration, at each key, and when a field loses the focus. */
  onChange: (fields: CoffeeFields, when: "typing" | "settled") => void;
  /** The fields as the card shows them. */
  shown: CoffeeFields;
  /** Shows a picture on the card in place of the photo, until it is called without one. */
  showPicture: (address: string | undefined) => void;
}>;

export type FormElement = RefObject<HTMLFormElement | null>;
