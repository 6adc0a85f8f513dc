import { data } from "react-router";
import { BackToHome } from "../layout/back-to-home.tsx";
import { PageTitle } from "../layout/page-title.tsx";
import { Photograph } from "../layout/photograph.tsx";

export const loader = () => data(null, { status: 404 });

/** Going to an unknown address within the shop needs no word from the server. */
export const clientLoader = () => null;

export default function NotFound() {
  return (
    <div className="page not-found">
      <PageTitle>Page not found</PageTitle>
      <Photograph
        name="empty-cup"
        alt="An empty cup with a dried ring of coffee"
        sizes="(min-width: 48rem) min(55vw, 44rem), 100vw"
      />
      <div>
        <h1 tabIndex={-1} className="headline">
          This cup is empty
        </h1>
        <p className="intro">
          Somebody was here before you and drank it all. There is nothing at this address, but the next pot is on.
        </p>
        <BackToHome />
      </div>
    </div>
  );
}
