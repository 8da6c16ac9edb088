import { create } from "zustand";

/** Whether the push channel is up: while it is not, screens look by themselves. */
export const usePushLine = create(() => ({ up: false }));

/** How often a screen looks again, given how often it would without push. */
export const lookEvery = (ms: number) =>
  usePushLine.getState().up ? 5_000 : ms;
