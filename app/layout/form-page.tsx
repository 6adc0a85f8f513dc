import type { ReactNode } from "react";
import { BackToHome } from "./back-to-home.tsx";
import { PageTitle } from "./page-title.tsx";

/** What the add and update pages share around their form. */
export function FormPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className="page">
      <PageTitle>{title}</PageTitle>
      <BackToHome />
      <div className="form-sheet">
        <h1 tabIndex={-1} className="headline text-center">
          {title}
        </h1>
        <p className="intro">{intro}</p>
        {children}
      </div>
    </div>
  );
}
