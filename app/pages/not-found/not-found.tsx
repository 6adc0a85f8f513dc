import { data } from "react-router";
import { BackToHome } from "../../layout/back-to-home.tsx";
import { PageTitle } from "../../layout/page-title.tsx";
import emptyCup from "./empty-cup.svg";

export const loader = () => data(null, { status: 404 });

/** Going to an unknown address within the shop needs no word from the server. */
export const clientLoader = () => null;

export default function NotFound() {
  return (
    <div className="page pt-10 text-center">
      <PageTitle>Page not found</PageTitle>
      <h1 tabIndex={-1} className="headline">
        This cup is empty
      </h1>
      <p className="intro">There is nothing at this address. The coffee is at home.</p>
      <img
        src={emptyCup}
        alt="An empty cup with a dried ring of coffee"
        width={900}
        height={600}
        className="mx-auto my-8 w-full max-w-xl rounded"
      />
      <BackToHome />
    </div>
  );
}
