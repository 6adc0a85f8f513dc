import { icon } from "../../layout/icons.tsx";

export const PictureIcon = icon(
  24,
  <rect x="3.5" y="4.5" width="17" height="15" rx="2" />,
  "m4 17 5-5.5 4.5 5 2.5-2.5 4 4",
  <circle cx="15.5" cy="9" r="1.6" />,
);
export const CameraIcon = icon(
  24,
  "M3.5 8.5a1.5 1.5 0 0 1 1.5-1.5h2.5L9 4.5h6L16.5 7H19a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5Z",
  <circle cx="12" cy="12.8" r="3.7" />,
);
