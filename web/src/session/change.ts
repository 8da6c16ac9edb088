import { create } from "zustand";

/**
 * What another tab of this browser has done to the session that both share:
 * signed out, signed in as somebody else, or gone to another factory.
 */
export type Change = "signed-out" | "account" | "place";

/** While a change is open, this tab writes nothing: it would write elsewhere. */
export const useChange = create<{ change: Change | null }>(() => ({
  change: null,
}));

export const isHeld = () => useChange.getState().change !== null;
