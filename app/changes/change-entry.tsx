import { Link } from "react-router";
import { coffeeFields, type CoffeeField } from "../../catalogue/coffee.ts";
import { calledName } from "../coffees/called-name.ts";
import { coffeeLabels } from "../coffees/coffee-labels.ts";
import { languageOf } from "../coffees/language-of.ts";
import { timeAgo } from "../coffees/time-ago.ts";
import { changesHash, type ChangesShown } from "./changes-address.ts";
import { difference } from "./difference.ts";
import type { ShownChange } from "./read-changes.ts";

type ChangeEntryProps = Readonly<{ change: ShownChange; shown: ChangesShown; undo: () => void }>;

/** One change: what was done to which coffee, when and by whom, field by field, and its Undo. */
export function ChangeEntry({ change, shown, undo }: ChangeEntryProps) {
  const { number, time, coffeeId, visitor, isUndone } = change;
  const [did, called] = [doneWords(change), changedName(change)];
  return (
    <li className={isUndone ? "change is-undone" : "change"}>
      <div>
        <h3>
          {did}{" "}
          {shown.coffee ? (
            <span lang={languageOf(called)}>{called}</span>
          ) : (
            <Link to={changesHash({ coffee: coffeeId })} preventScrollReset lang={languageOf(called)}>
              {called}
            </Link>
          )}
        </h3>
        <p className="change-by">
          <time dateTime={time} title={new Date(time).toLocaleString("en")}>
            {timeAgo(time)}
          </time>{" "}
          by <Visitor visitor={visitor} isShown={shown.visitor !== undefined} />
        </p>
      </div>
      {isUndone ? (
        <p className="change-undone">Undone</p>
      ) : (
        <button
          type="button"
          className="button-quiet"
          aria-label={`Undo change ${number}: ${did} ${called}`}
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
    <Link to={changesHash({ visitor })} preventScrollReset title="Everything by this visitor">
      {visitorName(visitor)}
    </Link>
  );
}

/** The first digits tell visitors of one day apart well enough for people. */
export function visitorName(visitor: string): string {
  return `visitor ${visitor.slice(0, 6)}`;
}

/** Of an edit, what differs; of an add or a delete, what the coffee was, folded up. */
function Differences({ change: { before, after } }: { change: ShownChange }) {
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
      <summary>{after ? "What was added" : "What was deleted"}</summary>
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
      {lead} {between.before && <del>{withoutEnds(between.before)}</del>}{" "}
      {between.after && <ins>{withoutEnds(between.after)}</ins>} {trail}
      {isTypeAlone && `(a ${typeof after === "number" ? "number" : "text"} now)`}
    </>
  );
  const characters = between.before.length + between.after.length;
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
function withoutEnds(text: string): string {
  return text.trim() || text;
}

function doneWords({ before, after, undoes }: ShownChange): string {
  if (undoes) return after ? (before ? "Put right" : "Brought back") : "Took out again";
  if (!before) return "Added";
  return after ? "Updated" : "Deleted";
}

function changedName({ before, after }: ShownChange): string {
  return calledName((after ?? before)?.name ?? "");
}
