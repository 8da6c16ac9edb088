import { create } from "zustand";

/** Whether the last call found nobody at the other end. */
export const useConnection = create(() => ({ lost: false }));
