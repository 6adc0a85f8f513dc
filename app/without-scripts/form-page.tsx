import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import changesStyle from "../history/changes.css?url";
import { changesSearch } from "../history/changes-address.ts";
import { ChangeEntry, visitorDigits } from "../history/entry/change-entry.tsx";
import { ChangesStep } from "../history/changes-link.tsx";
import { changesWords } from "../words/changes-words.ts";
import { ChangesHeading } from "../history/changes-heading.tsx";
import { UndoPreviewList } from "../history/undo-preview.tsx";
import { shortName } from "../coffee/text/display-name.ts";
import { CoffeeCard } from "../coffee/coffee-card.tsx";
import { BackToHome } from "../home-list/back-to-home.tsx";
import { BareForm } from "../layout/bare-form.tsx";
import { PageTitle } from "../links/page-title.tsx";
import { ShopLink } from "../links/shop-link.tsx";
import { LanguageField } from "../words/language/language-field.tsx";
import { useWords } from "../words/words.tsx";
import { undoAddress } from "./done-address.ts";
import { formWords } from "../words/form-words.ts";
import type { FormView } from "./form-view.ts";

/** The pages that replace dialogs without scripts. Only the server renders them. */
export function FormPage({ view }: { view: FormView }) {
  if (view.kind === "delete") return <AskToDelete view={view} />;
  return view.kind === "changes" ? <Changes view={view} /> : <UndoAll view={view} />;
}

function AskToDelete({ view: { found } }: { view: Extract<FormView, { kind: "delete" }> }) {
  const words = useWords();
  const labels = formWords[words.language];
  const { coffee } = found;
  const question = labels.ask(shortName(coffee.name, words));
  return (
    <div className="page">
      <PageTitle>{question}</PageTitle>
      <BackToHome />
      <h1 className="headline mt-6">{question}</h1>
      <div className="mt-6">
        <CoffeeCard coffee={coffee} heading="h2" />
      </div>
      <BareForm>
        <p className="mt-6">{labels.canUndo}</p>
        <p className="products-actions">
          <button type="submit" className="button-gold">
            {words.coffee.delete}
          </button>
          <ShopLink to={addresses.home} className="button-quiet">
            {labels.keep}
          </ShopLink>
        </p>
      </BareForm>
    </div>
  );
}

function Changes({ view: { scope, page, isOlder } }: { view: Extract<FormView, { kind: "changes" }> }) {
  const words = useWords();
  const { search } = useLocation();
  const changes = changesWords(words);
  const [newest] = page.changes;
  const last = page.changes.at(-1);
  const isNarrowed = scope.coffee !== undefined || scope.visitor !== undefined;
  const canUndo = page.changes.some(({ isUndone }) => !isUndone);
  return (
    <div className="page">
      <link rel="stylesheet" href={changesStyle} />
      <PageTitle>{changes.heading}</PageTitle>
      <BackToHome />
      <h1 className="headline mt-6">
        <ChangesHeading scope={scope} newest={newest} />
      </h1>
      <div className="changes-sheet">
        {(isNarrowed || isOlder) && (
          <p>
            <ChangesStep scope={{}}>{changes.allRecent}</ChangesStep>
          </p>
        )}
        {scope.visitor !== undefined && canUndo && (
          <form action={addresses.home}>
            <LanguageField />
            <button type="submit" name="undo-all" value={scope.visitor} className="button-gold">
              {changes.undoAll}
            </button>
          </form>
        )}
        <ol>
          {page.changes.map((change) => (
            <ChangeEntry
              key={change.number}
              change={change}
              scope={scope}
              isBusy={false}
              renderForm={(button) => <BareForm action={undoAddress(change.number, search)}>{button}</BareForm>}
            />
          ))}
        </ol>
        {page.changes.length === 0 && <p>{changes.none}</p>}
        {page.hasMore && last && (
          <p>
            <a href={addresses.home + changesSearch(scope, search, last.number)}>{changes.older}</a>
          </p>
        )}
      </div>
    </div>
  );
}

function UndoAll({ view: { visitor, preview } }: { view: Extract<FormView, { kind: "undo-all" }> }) {
  const words = useWords();
  const changes = changesWords(words);
  const { search } = useLocation();
  const title = changes.by(changes.visitor(visitorDigits(visitor)));
  return (
    <div className="page">
      <link rel="stylesheet" href={changesStyle} />
      <PageTitle>{title}</PageTitle>
      <BackToHome />
      <h1 className="headline mt-6">{title}</h1>
      <div className="changes-sheet">
        <section className="undo-preview">
          <h2>{preview.changeCount > 0 ? formWords[words.language].undoAsk : changes.nothingLeft}</h2>
          <UndoPreviewList preview={preview} />
          <p className="sticky bottom-0 flex flex-wrap gap-3 bg-paper py-3">
            <a className="button-quiet" href={addresses.home + changesSearch({ visitor }, search)}>
              {changes.cancel}
            </a>
          </p>
          {preview.changeCount > 0 && (
            <form method="post">
              <input type="hidden" name="tag" value={preview.tag} />
              <button type="submit" className="button-gold">
                {changes.undoThese}
              </button>
            </form>
          )}
        </section>
      </div>
    </div>
  );
}
