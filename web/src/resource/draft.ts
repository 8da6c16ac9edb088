import { session } from "@/session/session";
import type { Meta, Values } from "./metadata";

// In this tab alone: a draft is for whoever typed it and where, and gone with the tab.
function keyOf(meta: Meta, id: string) {
  const { userData, tenantId } = session.get();
  const owner = `${userData?.userId ?? ""}.${tenantId}.${userData?.factoryId ?? ""}`;
  return `mw.draft.${owner}.${meta.entity}.${id}`;
}

/** What was typed and not saved when the session or the page was lost. */
export function draftOf(meta: Meta, id: string): Values | null {
  try {
    const text = sessionStorage.getItem(keyOf(meta, id));
    return text ? (JSON.parse(text) as Values) : null;
  } catch {
    return null;
  }
}

/** Keeps what differs; secrets are never kept. Nothing left to keep forgets the draft. */
export function keepDraft(meta: Meta, id: string, changed: Values) {
  const open = Object.entries(changed).filter(
    ([key]) =>
      meta.fields.find((field) => field.key === key)?.kind !== "secret",
  );
  try {
    if (open.length === 0) {
      sessionStorage.removeItem(keyOf(meta, id));
    } else {
      sessionStorage.setItem(
        keyOf(meta, id),
        JSON.stringify(Object.fromEntries(open)),
      );
    }
  } catch {
    // A full or closed storage costs the draft, never the form.
  }
}

/** After a save, or when its owner has left the form on purpose. */
export function forgetDraft(meta: Meta, id: string) {
  keepDraft(meta, id, {});
}
