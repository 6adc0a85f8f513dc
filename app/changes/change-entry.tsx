import { coffeeFields, type CoffeeField } from "../../catalogue/coffee.ts";
import { calledName, nameInWords } from "../coffees/called-name.ts";
import { coffeeLabels } from "../coffees/coffee-labels.ts";
import { languageOf } from "../coffees/language-of.ts";
import { timeAgo } from "../coffees/time-ago.ts";
import type { ChangesShown } from "./changes-address.ts";
import { StepToChanges } from "./changes-link.tsx";
import { difference } from "./difference.ts";
import type { ShownChange } from "./read-changes.ts";

type ChangeEntryProps = Readonly<{ change: ShownChange; shown: ChangesShown; isBusy: boolean; undo: () => void }>;

/** One change: what was done to which coffee, when and by whom, field by field, and its Undo. */
export function ChangeEntry({ change, shown, isBusy, undo }: ChangeEntryProps) {
  const { number, time, coffeeId, visitor, isUndone } = change;
  const [did, called] = [doneWords(change), changedName(change)];
  return (
    <li className="change">
      <div>
        <h3>
          {did}{" "}
          {shown.coffee ? (
            <span lang={languageOf(called)}>{called}</span>
          ) : (
            <StepToChanges shown={{ coffee: coffeeId }} lang={languageOf(called)}>
              {called}
            </StepToChanges>
          )}
        </h3>
        <p className="change-by">
          <time dateTime={time}>{toldTime(time)}</time>{" "}
          <span>
            by <Visitor visitor={visitor} isShown={shown.visitor !== undefined} />
          </span>
        </p>
      </div>
      {isUndone ? (
        <p className="change-undone">Undone</p>
      ) : (
        <button
          type="button"
          className="button-quiet"
          aria-label={`Undo change ${number}: ${did} ${nameInWords(called)}`}
          aria-disabled={isBusy}
          onClick={undo}
        >
          Undo
        </button>
      )}
      <Differences change={change} />
    </li>
  );
}

function Visitor({ visitor, isShown }: { visitor: string | undefined; isShown: boolean }) {
  if (visitor === undefined) return "the shop";
  if (isShown) return visitorName(visitor);
  return (
    <StepToChanges shown={{ visitor }} title="Everything by this visitor">
      {visitorName(visitor)}
    </StepToChanges>
  );
}

/** How long ago, and the hour; of another day its date as well. */
function toldTime(time: string): string {
  const moment = new Date(time);
  const isToday = moment.toDateString() === new Date().toDateString();
  const exact = moment.toLocaleString("en-GB", { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) });
  return `${timeAgo(time)}, ${exact}`;
}

/** The first digits tell visitors of one day apart well enough for people. */
export function visitorName(visitor: string): string {
  return `visitor ${visitor.slice(0, 6)}`;
}

/** Of an edit, what differs; of an add or a delete, what the coffee was, folded up. */
function Differences({ change: { before, after, undoes } }: { change: ShownChange }) {
  const fields = coffeeFields.filter((field) => before?.[field] !== after?.[field]);
  const list = (
    <dl className="differences">
      {fields.map((field) => (
        <FieldDifference key={field} field={field} before={before?.[field]} after={after?.[field]} />
      ))}
    </dl>
  );
  if (before && after) return list;
  return (
    <details>
      <summary>{after ? (undoes ? "What came back" : "What was added") : "What was deleted"}</summary>
      {list}
    </details>
  );
}

type FieldDifferenceProps = Readonly<{
  field: CoffeeField;
  before: string | number | undefined;
  after: string | number | undefined;
}>;

/** Beyond this many characters a difference is read by whoever wants to, and folded up for all others. */
const foldedBeyond = 500;

function FieldDifference({ field, before = "", after = "" }: FieldDifferenceProps) {
  if (before === "" && after === "") return null;
  const { lead, trail, ...between } = difference(String(before), String(after));
  const isTypeAlone = between.before === "" && between.after === "";
  const words = (
    <>
      {lead} {between.before && <Marked as="del" said="was" text={between.before} />}{" "}
      {between.after && <Marked as="ins" said="now" text={between.after} />} {trail}
      {isTypeAlone && `(a ${typeof after === "number" ? "number" : "text"} now)`}
    </>
  );
  const characters = [lead, between.before, between.after, trail].join("").length;
  return (
    <div>
      <dt>{coffeeLabels[field]}</dt>
      <dd lang={languageOf(`${before}${after}`)}>
        {characters > foldedBeyond ? (
          <details>
            <summary>{characters.toLocaleString("en")} characters</summary>
            {words}
          </details>
        ) : (
          words
        )}
      </dd>
    </div>
  );
}

/** Blanks at the ends would be struck out and underlined too; where they are all there is, they stay. */
function Marked({ as: Mark, said, text }: Readonly<{ as: "del" | "ins"; said: string; text: string }>) {
  return (
    <Mark>
      <span className="sr-only">{said} </span>
      {text.trim() || text}
    </Mark>
  );
}

function doneWords({ before, after, undoes }: ShownChange): string {
  if (undoes) return after ? (before ? "Undid an update of" : "Restored") : "Took out";
  if (!before) return "Added";
  return after ? "Updated" : "Deleted";
}

/** What the coffee was called after the change, or before it where it is gone. */
export function changedName({ before, after }: ShownChange): string {
  return calledName((after ?? before)?.name ?? "");
}
