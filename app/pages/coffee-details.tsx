import { useLayoutEffect, useState, type ReactNode } from "react";
import { data } from "react-router";
import { isBlank } from "../../catalogue/text/is-blank.ts";
import { isSame, emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { useRevalidate, useRootData } from "../shop/shop-router.tsx";
import type { Route } from "./+types/coffee-details";
import { addresses } from "../shop/addresses.ts";
import { ChangesLink } from "../history/changes-link.tsx";
import { Around } from "../coffee/related/related-links.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { displayName } from "../coffee/text/display-name.ts";
import { coffeeDescription } from "../coffee/text/coffee-description.ts";
import { CoffeePhoto } from "../coffee/coffee-photo.tsx";
import { LargePhotoLink } from "../coffee/large-photo/large-photo-link.tsx";
import { loadCoffee } from "../calls/loading/load-coffee.ts";
import { useLoadNotice } from "../undo/use-load-notice.ts";
import { bringPhotoTo, takePhotoFrom } from "../home-list/travelling-photo.ts";
import { useUndoNotices } from "../undo/use-undo.ts";
import { useCoffeeUpdates, type CoffeeUpdate } from "../live/live-updates.tsx";
import { BackToHome } from "../home-list/back-to-home.tsx";
import { focusHeading } from "../layout/focus-heading.ts";
import { PencilIcon } from "../layout/icons.tsx";
import { PageTitle } from "../links/page-title.tsx";
import { SecondPass } from "../layout/second-pass.tsx";
import { ShopLink } from "../links/shop-link.tsx";
import { settingsContext } from "../shop/storefront.ts";
import { relatedCoffeesContext } from "../coffee/related/related-coffees.ts";
import { PageCode } from "../share/page-code.tsx";
import { ShareLink } from "../share/share-link.tsx";
import { deleteByForm } from "../without-scripts/form-actions.ts";
import { useWords } from "../words/words.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const { data: answer, init } = await loadCoffee(args);
  const around =
    answer.ok && context.get(settingsContext).extras ? await context.get(relatedCoffeesContext)(params.id) : undefined;
  return data({ ...answer, ...(around && { around }) }, init ?? undefined);
}

export const clientLoader = loadCoffee;
export const action = deleteByForm;
export { shouldRevalidate } from "../calls/loading/load-coffee.ts";

export default function CoffeeDetails({ loaderData: answer, params }: Route.ComponentProps) {
  useLoadNotice(answer);
  const dictionary = useWords();
  const { coffee: words } = dictionary;
  const settings = useRootData()?.settings;
  const coffee = answer.ok ? answer.value.coffee : emptyFields;
  const description = coffeeDescription(coffee);
  const path = addresses.coffeeDetails(params.id);
  useLayoutEffect(() => {
    const photo = document.querySelector(".details > .photo-frame");
    // Before the next paint, but after React Router has scrolled.
    queueMicrotask(() => bringPhotoTo((of) => (of === path ? photo : undefined)));
    return () => takePhotoFrom(photo, path);
  }, [path]);
  return (
    <article className="page">
      <PageTitle path={answer.ok ? path : undefined}>
        {answer.ok ? (isBlank(coffee.name) ? words.unnamedHeading : coffee.name.trim()) : words.pageTitle}
      </PageTitle>
      {description && <meta name="description" content={description} />}
      <BackToHome />
      <div className="details">
        <CoffeePhoto photo={coffee.photo} name={coffee.name} sizes="(min-width: 48rem) min(42vw, 34rem), 100vw" isMain>
          {settings?.extras
            ? (source) => <LargePhotoLink source={source} photo={coffee.photo} name={coffee.name} />
            : undefined}
        </CoffeePhoto>
        <div>
          <h1 tabIndex={-1} className="headline">
            {words.heading}
          </h1>
          {settings?.extras && <LiveUpdate id={params.id} answer={answer} canRestore={settings.showsHistory} />}
          <Facts coffee={coffee} isFound={answer.ok} />
          <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
            {answer.ok && settings?.extras && (
              <ShopLink to={addresses.updateCoffee(params.id)} className="edit-link">
                <PencilIcon />
                {words.editThis}
              </ShopLink>
            )}
            <ChangesLink scope={{ coffee: params.id }}>{words.recentChanges}</ChangesLink>
            {answer.ok && <ShareLink path={path} title={displayName(coffee.name, dictionary)} text={coffee.taste} />}
          </p>
          {answer.ok && (
            <SecondPass>
              <PageCode id={params.id} />
            </SecondPass>
          )}
        </div>
      </div>
      {answer.ok && settings?.extras && (
        <Around id={params.id} first={"around" in answer ? answer.around : undefined} />
      )}
    </article>
  );
}

type LiveUpdateProps = Readonly<{ id: string; answer: Route.ComponentProps["loaderData"]; canRestore: boolean }>;

/** Says if someone else has changed or deleted the coffee since it was loaded. */
function LiveUpdate({ id, answer, canRestore }: LiveUpdateProps) {
  const { follow, notices } = useWords();
  const revalidate = useRevalidate();
  const { undo } = useUndoNotices();
  const [news, setNews] = useState<Readonly<{ fate: CoffeeUpdate; of: typeof answer }>>();
  useCoffeeUpdates(id, (fate) => setNews({ fate, of: answer }));
  const shownCoffee = answer.ok && news?.of === answer ? answer.value.coffee : undefined;
  // The live region is rendered before it has text, because some screen readers ignore a region that is added with its
  // text.
  if (!shownCoffee || !news || (news.fate.coffee && isSame(news.fate.coffee, shownCoffee)))
    return <div role="status" />;
  const { coffee, number } = news.fate;
  const act = () => {
    focusHeading();
    void (coffee ? revalidate() : undo("delete", number, shownCoffee.name));
  };
  return (
    <div role="status">
      <p className="flex flex-wrap items-center justify-between gap-3 rounded bg-card px-4 py-2 text-soft print:hidden">
        {coffee ? follow.changed : follow.deleted}{" "}
        {(coffee || canRestore) && (
          <button type="button" className="button-quiet" onClick={act}>
            {coffee ? follow.showChanged : notices.restore}
          </button>
        )}
      </p>
    </div>
  );
}

/** Longer values are not shown in large letters. */
const largeTextLimit = 90;

/** The fields listed below the name and the photo. */
const shownFields = coffeeFields.filter((field) => field !== "name" && field !== "photo");

/**
 * The name and the other fields. With extras off, the heading of an unnamed coffee is for screen readers only, as on
 * the card.
 */
function Facts({ coffee, isFound }: { coffee: CoffeeFields; isFound: boolean }) {
  const { coffee: words, digits, taka } = useWords();
  const extras = useRootData()?.settings.extras === true;
  const noName = <span className={extras ? "text-soft" : "sr-only"}>{words.unnamedHeading}</span>;
  return (
    <dl className="facts">
      <Fact field="name" value={coffee.name}>
        {isFound && <h2>{isBlank(coffee.name) ? noName : coffee.name}</h2>}
      </Fact>
      {shownFields.map((field) => (
        <Fact
          key={field}
          field={field}
          value={field === "price" ? `${digits(String(coffee.price))} ${taka}` : coffee[field]}
        />
      ))}
    </dl>
  );
}

type FactProps = Readonly<{ field: CoffeeField; value: string; children?: ReactNode }>;

/** A labelled line. `children` replace the value if it is more than a text. */
function Fact({ field, value, children = value }: FactProps) {
  const { coffee, language } = useWords();
  return (
    <div className={`fact fact-${field} ${value.length > largeTextLimit ? "is-long" : ""}`}>
      <dt>{coffee.fields[field]}:</dt>
      <dd lang={languageOf(value, language)}>{children}</dd>
    </div>
  );
}
