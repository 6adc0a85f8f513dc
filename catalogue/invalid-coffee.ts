import { coffeeFields, fieldDefinitions } from "./fields.ts";
import { Fault, type FieldFault } from "./fault.ts";
import { formatCount } from "./text/format-number.ts";

/** Beyond what a coffee has fields, or anyone reads: thousands of unknown ones would make a reply far longer than they are. */
const faultsNamedAtMost = 50;

/** The refusal of a coffee for all that is wrong with it: an `invalid-coffee` fault, whose words name each field. */
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

/** In English, a field is called what it is called in JSON. What no coffee has is named as it was sent. */
function banglaName(field: string): string {
  const coffeeField = coffeeFields.find((each) => each === field);
  return coffeeField ? fieldDefinitions[coffeeField].label.bn : field;
}
