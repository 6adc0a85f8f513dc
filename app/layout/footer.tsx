import type { ReactNode } from "react";
import type { Shop } from "../shop/storefront.ts";
import { useWords } from "../words/words.tsx";
import { mapLink, type ContactLinks } from "./contact-links.ts";
import { Logo, MailIcon, PhoneIcon, PinIcon, socialIcons } from "./icons.tsx";

const networks = ["facebook", "instagram", "x", "youtube"] as const;

type FooterProps = Readonly<{
  shop: Shop;
  year: number;
  /** Undefined with extras off: the contact block is text alone. */
  links: ContactLinks | undefined;
}>;

export function Footer({ shop, year, links }: FooterProps) {
  const { footer, digits } = useWords();
  return (
    <footer className="site-footer">
      <div className="page footer-columns">
        <section aria-label={footer.contact}>
          <p className="footer-brand">
            <Logo />
            {shop.name}
          </p>
          <p className="mt-3 max-w-[38ch] text-soft print:hidden">{footer.words}</p>
          <SocialIcons social={shop.social} />
          <h2 className="footer-heading">{footer.getInTouch}</h2>
          <address className="contact">
            <Contact icon={<PhoneIcon />} text={shop.phone} link={links?.phone} />
            <Contact icon={<MailIcon />} text={shop.email} link={links?.email} />
            <Contact icon={<PinIcon />} text={shop.address} link={links && mapLink(shop.address)} />
          </address>
        </section>
        <ContactForm />
      </div>
      <p className="copyright">{footer.copyright(digits(String(year)), shop.copyright)}</p>
    </footer>
  );
}

function Contact({ icon, text, link }: { icon: ReactNode; text: string; link: string | undefined }) {
  if (text === "") return null;
  return (
    <p>
      {icon}
      {link === undefined ? (
        text
      ) : (
        <a href={link} rel="noopener noreferrer">
          {text}
        </a>
      )}
    </p>
  );
}

function SocialIcons({ social }: { social: Shop["social"] }) {
  const { footer } = useWords();
  return (
    <ul className="social">
      {networks.map((name) => {
        const Icon = socialIcons[name];
        const link = social[name];
        return (
          link && (
            <li key={name}>
              <a href={link} rel="noopener">
                <Icon />
                <span className="sr-only">{footer.networks[name]}</span>
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Sends nothing and has no behaviour. Without a submit button, Enter does nothing either, even before scripts run. */
function ContactForm() {
  const { footer } = useWords();
  return (
    <form method="dialog" aria-labelledby="connect-with-us" className="contact-form">
      <h2 id="connect-with-us" className="footer-heading">
        {footer.connect}
      </h2>
      <label className="field">
        <span>{footer.name}</span>
        <input type="text" autoComplete="name" />
      </label>
      <label className="field">
        <span>{footer.email}</span>
        <input type="email" autoComplete="email" />
      </label>
      <label className="field">
        <span>{footer.message}</span>
        <textarea rows={4} />
      </label>
      <button type="button" className="button-outline">
        {footer.send}
      </button>
    </form>
  );
}
