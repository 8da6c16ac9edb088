import { session } from "@/session/session";
import type { Meta, Values } from "./metadata";

/** Who is typing, and where. */
export function ownerOf() {
  const { userData, tenantId } = session.get();
  return `${userData?.userId ?? ""}.${tenantId}.${userData?.factoryId ?? ""}`;
}

/**
 * The place of a draft, made once when its form opens: a form that still stands
 * during a switch keeps nothing for the factory that follows. In this tab alone.
 */
export const draftKeyOf = (meta: Meta, id: string) =>
  `mw.draft.${ownerOf()}.${meta.entity}.${id}`;

/** What was typed and not saved when the session or the page was lost. */
export function draftOf(key: string): Values | null {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Values) : null;
  } catch {
    return null;
  }
}

/** Keeps what differs; secrets are never kept. Nothing left to keep forgets the draft. */
export function keepDraft(key: string, meta: Meta, changed: Values) {
  const open = Object.entries(changed).filter(
    ([name]) =>
      meta.fields.find((field) => field.key === name)?.kind !== "secret",
  );
  try {
    if (open.length === 0) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(open)));
    }
  } catch {
    // A full or closed storage costs the draft, never the form.
  }
}

/** After a save, or when its owner has left the form on purpose. */
export function forgetDraft(key: string) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
