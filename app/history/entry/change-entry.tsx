import type { ReactNode } from "react";
import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import { displayName, shortName } from "../../coffee/text/display-name.ts";
import { languageOf } from "../../words/language/language-of.ts";
import { timeAgo } from "../../coffee/text/time-ago.ts";
import type { Words } from "../../words/english.ts";
import { useWords } from "../../words/words.tsx";
import { changesWords } from "../../words/changes-words.ts";
import type { ChangesScope } from "../changes-address.ts";
import { ChangesStep } from "../changes-link.tsx";
import { difference } from "./difference.ts";
import { changedCoffeeName, type LoggedChange } from "../log/read-changes.ts";

type ChangeEntryProps = Readonly<{
  change: LoggedChange;
  scope: ChangesScope;
  isBusy: boolean;
  undo?: () => void;
  /** Wraps the button in a form that undoes the change without scripts. */
  renderForm?: (button: ReactNode) => ReactNode;
}>;

/** One change of the log: what happened to which coffee, when, by whom, field by field, and its Undo button. */
export function ChangeEntry({ change, scope, isBusy, undo, renderForm = (button) => button }: ChangeEntryProps) {
  const { number, time, coffeeId, visitor, isUndone, erased } = change;
  const words = useWords();
  const { notices, language } = words;
  const changes = changesWords(words);
  const actionText = actionWords(change, words);
  const coffeeName = changedName(change, words);
  const undoButton = (
    <button
      type={undo ? "button" : "submit"}
      className="button-quiet"
      aria-label={changes.undoNamed(words.digits(String(number)), actionText, shortName(coffeeName, words))}
      aria-disabled={isBusy}
      onClick={undo}
    >
      {notices.undo}
    </button>
  );
  return (
    <li className="change">
      <div>
        <h3>
          {actionText}{" "}
          {scope.coffee ? (
            <span lang={languageOf(coffeeName, language)}>{coffeeName}</span>
          ) : (
            <ChangesStep scope={{ coffee: coffeeId }} lang={languageOf(coffeeName, language)}>
              {coffeeName}
            </ChangesStep>
          )}
        </h3>
        <p className="change-by">
          <time dateTime={time}>{timeText(time, words)}</time>{" "}
          <span>
            {changes.made[0]}
            <Visitor visitor={visitor} isCurrentScope={scope.visitor !== undefined} />
            {changes.made[1]}
          </span>
        </p>
      </div>
      {isUndone ? <p className="change-undone">{changes.undone}</p> : renderForm(undoButton)}
      {erased && <p className="change-by">{changes.erasedWhy(timeAgo(erased.time, words), erased.reason)}</p>}
      <Differences change={change} />
    </li>
  );
}

function Visitor({ visitor, isCurrentScope }: { visitor: string | undefined; isCurrentScope: boolean }) {
  const changes = changesWords(useWords());
  if (visitor === undefined) return changes.theShop;
  const visitorName = changes.visitor(visitorDigits(visitor));
  if (isCurrentScope) return visitorName;
  return (
    <ChangesStep scope={{ visitor }} title={changes.byThisVisitor}>
      {visitorName}
    </ChangesStep>
  );
}

/** Such as "3 minutes ago, 14:05", with the date if it was not today. */
function timeText(time: string, words: Words): string {
  const moment = new Date(time);
  const isToday = moment.toDateString() === new Date().toDateString();
  const exact = moment.toLocaleString(words.locale, {
    timeStyle: "short",
    hourCycle: "h23",
    ...(!isToday && { dateStyle: "medium" }),
  });
  return `${timeAgo(time, words)}, ${exact}`;
}

/** Shortens a visitor's code for display. The first digits are enough to tell the visitors of a day apart. */
export function visitorDigits(visitor: string): string {
  return visitor.slice(0, 6);
}

/** An edit shows the changed fields. An add or a delete shows all fields, collapsed. */
function Differences({ change }: { change: LoggedChange }) {
  const { before, after, undoes, erasedBefore, erasedAfter } = change;
  const changes = changesWords(useWords());
  const isErased = (field: CoffeeField) => [erasedBefore.includes(field), erasedAfter.includes(field)] as const;
  const fields = coffeeFields.filter((field) => {
    const [was, is] = isErased(field);
    return before?.[field] !== after?.[field] || was !== is;
  });
  const list = (
    <dl className="differences">
      {fields.map((field) => (
        <FieldDifference
          key={field}
          field={field}
          before={isErased(field)[0] ? changes.erased : before?.[field]}
          after={isErased(field)[1] ? changes.erased : after?.[field]}
        />
      ))}
    </dl>
  );
  if (before && after) return list;
  return (
    <details>
      <summary>{after ? (undoes ? changes.cameBack : changes.wasAdded) : changes.wasDeleted}</summary>
      {list}
    </details>
  );
}

type FieldDifferenceProps = Readonly<{
  field: CoffeeField;
  before: string | number | undefined;
  after: string | number | undefined;
}>;

/** A longer difference is collapsed. */
const collapseAboveCharacters = 500;

function FieldDifference({ field, before = "", after = "" }: FieldDifferenceProps) {
  const dictionary = useWords();
  const { coffee, language, number } = dictionary;
  const changes = changesWords(dictionary);
  if (before === "" && after === "") return null;
  const { lead, trail, ...between } = difference(String(before), String(after));
  const isTypeAlone = between.before === "" && between.after === "";
  const words = (
    <>
      {lead} {between.before && <ChangedText as="del" label={changes.was} text={between.before} />}{" "}
      {between.after && <ChangedText as="ins" label={changes.now} text={between.after} />} {trail}
      {isTypeAlone && (typeof after === "number" ? changes.numberNow : changes.textNow)}
    </>
  );
  const characters = [lead, between.before, between.after, trail].join("").length;
  return (
    <div>
      <dt>{coffee.fields[field]}</dt>
      <dd lang={languageOf(`${before}${after}`, language)}>
        {characters > collapseAboveCharacters ? (
          <details>
            <summary>{changes.characters(number(characters))}</summary>
            {words}
          </details>
        ) : (
          words
        )}
      </dd>
    </div>
  );
}

/** Trims white space, which would be struck out or underlined too, unless the text is nothing else. */
function ChangedText({ as: Mark, label, text }: Readonly<{ as: "del" | "ins"; label: string; text: string }>) {
  return (
    <Mark>
      <span className="sr-only">{label} </span>
      {text.trim() || text}
    </Mark>
  );
}

function actionWords({ before, after, undoes }: LoggedChange, words: Words): string {
  const { did } = changesWords(words);
  if (undoes) return after ? (before ? did.undidUpdate : did.restored) : did.tookOut;
  if (!before) return did.added;
  return after ? did.updated : did.deleted;
}

/** The coffee's name after the change, or before it if the change deleted the coffee. */
export function changedName(change: LoggedChange, words: Words): string {
  return displayName(changedCoffeeName(change), words);
}
