import type { ReactNode } from "react";

/** A POST form with only a button. The extra field is for Lynx, which turns a POST without content into a GET. */
export function BareForm({ action, children }: { action?: string; children: ReactNode }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="sent" />
      {children}
    </form>
  );
}
