import { session } from "@/session/session";
import { changes, mergeVersions } from "./merge-versions";
import type { Values } from "./metadata";

/** Who is typing, and where. */
export function ownerOf() {
  const { userData, tenantId } = session.get();
  return `${userData?.userId ?? ""}.${tenantId}.${userData?.factoryId ?? ""}`;
}

/**
 * The place of a draft, made once when its form opens: a form that still stands
 * during a switch keeps nothing for the factory that follows. In this tab alone.
 */
export const draftKeyOf = (form: string) => `mw.draft.${ownerOf()}.${form}`;

/** What was typed and not saved when the session or the page was lost. */
export function draftOf<Kept>(key: string): Kept | null {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed; null forgets it. Whoever calls leaves secrets out. */
export function keepDraft(key: string, kept: unknown) {
  try {
    if (kept === null) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(kept));
    }
  } catch {
    // A full or closed storage costs the draft, never the form.
  }
}

/** The fields that were typed over, with what stood there. */
export interface Draft {
  was: Values;
  mine: Values;
}

/** What of these fields differs from what is stored; null when nothing does. */
export function draftFrom(
  fields: string[],
  stored: Values,
  values: Values,
): Draft | null {
  const mine = changes(fields, stored, values);
  const names = Object.keys(mine);
  return names.length === 0
    ? null
    : {
        mine,
        was: Object.fromEntries(names.map((name) => [name, stored[name]])),
      };
}

/** A draft over what is stored now: where somebody else changed the same, both are told. */
export function mergeDraft(draft: Draft | null, stored: Values) {
  const { was = {}, mine = {} } = draft ?? {};
  const fields = Object.keys(mine);
  const all = { ...stored, ...mine };
  const { merged, clashes } = mergeVersions(fields, was, all, stored);
  const isBehind = fields.some(
    (field) => Object.keys(changes([field], was, stored)).length > 0,
  );
  return { values: merged, clashes, isBehind };
}
