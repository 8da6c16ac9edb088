import { create } from "zustand";

/** The phones, masked, one of which has to be verified before the last call can go on; null: none. */
export const useSmsWanted = create<{ phones: string[] | null }>(() => ({
  phones: null,
}));
