import type { Shop } from "../storefront.ts";
import { Logo, MailIcon, PhoneIcon, PinIcon, socialIcons } from "./icons.tsx";

const networks = [
  { name: "facebook", label: "Facebook" },
  { name: "instagram", label: "Instagram" },
  { name: "x", label: "X" },
  { name: "youtube", label: "YouTube" },
] as const;

export function Footer({ shop, year }: { shop: Shop; year: number }) {
  return (
    <footer className="site-footer">
      <div className="page footer-columns">
        <section aria-label="Contact">
          <p className="footer-brand">
            <Logo />
            {shop.name}
          </p>
          <p className="footer-words">
            The door is open and the kettle is on. Come by, ring us or write: we answer between two cups.
          </p>
          <SocialIcons social={shop.social} />
          <h2 className="footer-heading">Get in Touch</h2>
          <address className="contact">
            <p>
              <PhoneIcon />
              {shop.phone}
            </p>
            <p>
              <MailIcon />
              {shop.email}
            </p>
            <p>
              <PinIcon />
              {shop.address}
            </p>
          </address>
        </section>
        <ContactForm />
      </div>
      <p className="copyright">
        © {year} {shop.copyright}. All rights reserved.
      </p>
    </footer>
  );
}

function SocialIcons({ social }: { social: Shop["social"] }) {
  return (
    <ul className="social">
      {networks.map(({ name, label }) => {
        const Icon = socialIcons[name];
        const link = social[name];
        return (
          link && (
            <li key={name}>
              <a href={link} aria-label={label} rel="noopener">
                <Icon />
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
  return (
    <form method="dialog" aria-labelledby="connect-with-us" className="contact-form">
      <h2 id="connect-with-us" className="footer-heading">
        Connect with Us
      </h2>
      <label className="field">
        <span>Name</span>
        <input type="text" autoComplete="name" />
      </label>
      <label className="field">
        <span>Email</span>
        <input type="email" autoComplete="email" />
      </label>
      <label className="field">
        <span>Message</span>
        <textarea rows={4} />
      </label>
      <button type="button" className="button-outline">
        Send Message
      </button>
    </form>
  );
}
