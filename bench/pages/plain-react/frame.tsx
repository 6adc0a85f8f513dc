import type { AnchorHTMLAttributes, ImgHTMLAttributes, ReactNode } from "react";
import { footer, shopName, backToHome } from "../words.ts";
import { isPhotograph, pictureOf, sizes, type Kind } from "../pictures.ts";

export type Go = (to: string) => void;

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & Readonly<{ to: string; go: Go }>;

/** A link that changes the page without loading a new document. */
export function Link({ to, go, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={to}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    />
  );
}

type PhotographProps = ImgHTMLAttributes<HTMLImageElement> &
  Readonly<{ address: string; kind: Kind; shownAs?: keyof typeof sizes }>;

export function Photograph({ address, kind, shownAs = kind, ...image }: PhotographProps) {
  if (!isPhotograph(address)) return <img src={address} decoding="async" {...image} />;
  const { avif, webp, jpeg, width, height } = pictureOf(address, kind);
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes[shownAs]} />
      <source type="image/webp" srcSet={webp} sizes={sizes[shownAs]} />
      <img src={jpeg} width={width} height={height} decoding="async" {...image} />
    </picture>
  );
}

export function BackToHome({ go }: { go: Go }) {
  return (
    <Link to="/" go={go} className="back-to-home">
      {backToHome}
    </Link>
  );
}

/** The header and footer of every page. */
export function Frame({ go, children }: { go: Go; children: ReactNode }) {
  return (
    <>
      <header className="site-header">
        <Link to="/" go={go} className="brand">
          {shopName}
        </Link>
      </header>
      <main>{children}</main>
      <footer className="site-footer">
        <div className="page section footer-columns">
          <section aria-label="Contact">
            <p className="brand">{shopName}</p>
            <p>{footer.text}</p>
            <h2>{footer.touch}</h2>
          </section>
          <form className="contact-form">
            <h2>{footer.connect}</h2>
            {footer.fields.map((field) => (
              <label key={field}>
                <span>{field}</span>
                <input />
              </label>
            ))}
            <button type="button" className="button">
              {footer.send}
            </button>
          </form>
        </div>
        <p className="middle">
          © {shopName}. {footer.rights}
        </p>
      </footer>
    </>
  );
}
