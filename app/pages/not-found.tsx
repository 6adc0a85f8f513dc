import { data } from "react-router";
import { BackToHome } from "../home-list/back-to-home.tsx";
import { PageTitle } from "../links/page-title.tsx";
import { Photograph } from "../photographs/photograph.tsx";
import { useWords } from "../words/words.tsx";

export const loader = () => data(null, { status: 404 });

/** A navigation to an unknown address needs no request. */
export const clientLoader = () => null;

export default function NotFound() {
  const { notFound } = useWords();
  return (
    <div className="page not-found">
      <PageTitle>{notFound.title}</PageTitle>
      <Photograph name="empty-cup" alt={notFound.photo} sizes="(min-width: 48rem) min(55vw, 44rem), 100vw" />
      <div>
        <h1 tabIndex={-1} className="headline">
          {notFound.heading}
        </h1>
        <p className="intro">{notFound.words}</p>
        <BackToHome />
      </div>
    </div>
  );
}
