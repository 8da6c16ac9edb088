import { create } from "zustand";

/** Whether the palette is open: its key and its button in the header say so. */
export const usePalette = create(() => ({ isOpen: false }));

export const openPalette = () => usePalette.setState({ isOpen: true });

/** Command+K on a Mac, Ctrl+K elsewhere. */
export const paletteKey = () =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
