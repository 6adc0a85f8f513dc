import type { ReactNode } from "react";

/** A form without a field to fill in. It holds one all the same, for Lynx makes a GET of a POST without content. */
export function BareForm({ action, children }: { action?: string; children: ReactNode }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="sent" />
      {children}
    </form>
  );
}
