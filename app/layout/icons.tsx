import type { ReactNode } from "react";

/* Our own drawings: one line weight, coloured by the text around them, silent to screen readers. */

function Icon({ children, className = "icon" }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const ArrowIcon = () => (
  <Icon>
    <path d="M20 12H4m0 0 6-6m-6 6 6 6" />
  </Icon>
);

export const CupIcon = () => (
  <Icon>
    <path d="M4 10h13v4.5A5.5 5.5 0 0 1 11.5 20h-2A5.5 5.5 0 0 1 4 14.5Zm13 1.5h1.5a2.5 2.5 0 0 1 0 5H16.5" />
    <path d="M8 3c-1.2 1.6 1.2 2.6 0 4m4.5-4c-1.2 1.6 1.2 2.6 0 4" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);

export const PencilIcon = () => (
  <Icon>
    <path d="m4 20 .9-4.3L15.8 4.8a1.9 1.9 0 0 1 2.7 0l.7.7a1.9 1.9 0 0 1 0 2.7L8.3 19.1Zm9.8-13.2 3.4 3.4" />
  </Icon>
);

export const BinIcon = () => (
  <Icon>
    <path d="M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5m4-5v5" />
  </Icon>
);

export const AromaIcon = () => (
  <Icon className="blurb-icon">
    <path d="M5 14h11v2a4.5 4.5 0 0 1-4.5 4.5h-2A4.5 4.5 0 0 1 5 16Zm11 .8h1.2a2 2 0 0 1 0 4H15" />
    <path d="M7.5 11c-1.6-2 1.6-3.3 0-5.5m3.2 5.5c-1.6-2.6 1.6-4.6 0-7.5m3.2 7.5c-1.6-2 1.6-3.3 0-5.5" />
  </Icon>
);

export const QualityIcon = () => (
  <Icon className="blurb-icon">
    <circle cx="12" cy="9.5" r="6" />
    <path d="m9.6 9.6 1.7 1.7 3.1-3.2M8.5 14.6 7 21l5-2.5L17 21l-1.5-6.4" />
  </Icon>
);

export const GradeIcon = () => (
  <Icon className="blurb-icon">
    <ellipse cx="12" cy="12" rx="6" ry="8.7" transform="rotate(35 12 12)" />
    <path d="M17 5.2c-1.3 2.2-3.2 2.5-4.5 4.5s-.4 3.6-1.6 5.3-2.6 1.8-3.9 3.8" />
  </Icon>
);

export const RoastIcon = () => (
  <Icon className="blurb-icon">
    <path d="M12 21c-4 0-6.5-2.6-6.5-6 0-4.5 4-5.7 3.7-11C13 5.5 14 8 13.7 10.5c1.1-.4 1.6-1.3 1.7-2.5 2 1.7 3.1 4 3.1 6.5 0 3.8-2.6 6.5-6.5 6.5Z" />
    <path d="M12 21c-1.7 0-2.8-1.2-2.8-2.7 0-1.8 1.7-2.4 2.5-4.3 1.9 1 3.1 2.5 3.1 4.2 0 1.6-1.1 2.8-2.8 2.8Z" />
  </Icon>
);

export const PhoneIcon = () => (
  <Icon>
    <path d="M6 3.5h3l1.5 4-2 1.5a11.5 11.5 0 0 0 6.5 6.5l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 5.7 2 2 0 0 1 6 3.5Z" />
  </Icon>
);

export const MailIcon = () => (
  <Icon>
    <path d="M3.5 6h17v12.5h-17Zm0 .5 8.5 7 8.5-7" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path d="M12 21c4-4.6 6.5-8 6.5-11.2a6.5 6.5 0 0 0-13 0C5.5 13 8 16.4 12 21Z" />
    <circle cx="12" cy="9.8" r="2.4" />
  </Icon>
);

/** Keyed by the networks that a shop can name in its settings. */
export const socialIcons = {
  facebook: () => (
    <Icon>
      <path d="M14.5 21v-8h3l.5-3.5h-3.5V7.8c0-1.3.6-1.8 1.8-1.8H18V3.2c-.5-.1-1.3-.2-2.1-.2-2.7 0-4.6 1.5-4.6 4.3v2.2H8V13h3.3v8Z" />
    </Icon>
  ),
  instagram: () => (
    <Icon>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7h.01" />
    </Icon>
  ),
  x: () => (
    <Icon>
      <path d="M4 4h4.3L20 20h-4.3ZM19 4l-6.3 7M5 20l6.3-7" />
    </Icon>
  ),
  youtube: () => (
    <Icon>
      <path d="M12 5.5c6 0 8.3.2 8.8 2.2.4 1.9.4 6.7 0 8.6-.5 2-2.8 2.2-8.8 2.2s-8.3-.2-8.8-2.2c-.4-1.9-.4-6.7 0-8.6.5-2 2.8-2.2 8.8-2.2Z" />
      <path d="m10.3 9.3 4.5 2.7-4.5 2.7Z" />
    </Icon>
  ),
};

/** Stands in for a photo that is missing or cannot be shown. */
export const MissingPhotoCup = () => (
  <svg
    viewBox="0 0 160 200"
    className="missing-photo"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    role="img"
    aria-label="No photo"
  >
    <path d="M44 96h62v22c0 17-12 29-28 29h-6c-16 0-28-12-28-29Zm62 6h8c8 0 13 5 13 12s-5 12-13 12h-9" />
    <path d="M36 156c14 6 64 6 78 0" />
    <path d="M64 82c-8-10 8-16 0-28m22 28c-8-10 8-16 0-28" />
  </svg>
);
