import { coffeeFields, fieldDefinitions } from "./fields.ts";
import { Fault, type FieldFault } from "./fault.ts";
import { formatCount } from "./text/format-number.ts";

/**
 * The most faults that are named. A body with thousands of unknown fields would otherwise get a reply much longer than
 * itself.
 */
const faultsNamedAtMost = 50;

/** An `invalid-coffee` fault whose text names each field that is wrong. */
export function invalidCoffee(all: readonly FieldFault[]): Fault {
  const errors = all.slice(0, faultsNamedAtMost);
  const others = all.length - errors.length;
  const inEnglish = errors.map(({ field, message }) => `${field} ${message.en}`.trim());
  const inBangla = errors.map(({ field, message }) =>
    field === "" ? message.bn : `${banglaName(field)}: ${message.bn}`,
  );
  if (others > 0) {
    inEnglish.push(`${others} more`);
    inBangla.push(`আরও ${formatCount(others).bn}টি ভুল আছে`);
  }
  const detail = {
    en: `This coffee can't be saved: ${inEnglish.join("; ")}.`,
    bn: `কফিটি সংরক্ষণ করা যাচ্ছে না। ${inBangla.join("; ")}।`,
  };
  return new Fault("invalid-coffee", detail, errors);
}

/** English texts use the fields' names in JSON. An unknown field is named as it was sent. */
function banglaName(field: string): string {
  const coffeeField = coffeeFields.find((each) => each === field);
  return coffeeField ? fieldDefinitions[coffeeField].label.bn : field;
}
