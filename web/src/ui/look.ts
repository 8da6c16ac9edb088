import { create } from "zustand";

export type Look = "light" | "dark";

const kept = "mw.look";

function firstLook(): Look {
  const chosen = localStorage.getItem(kept);
  if (chosen === "light" || chosen === "dark") {
    return chosen;
  }
  const asksForDark = window.matchMedia?.(
    "(prefers-color-scheme: dark)",
  ).matches;
  return asksForDark ? "dark" : "light";
}

const store = create<{ look: Look }>(() => ({ look: "light" }));

/** Sets the theme the person chose, or the one of their system. */
export function startLook() {
  show(firstLook());
}

export function chooseLook(look: Look) {
  localStorage.setItem(kept, look);
  show(look);
}

export function useLook() {
  return store((now) => now.look);
}

function show(look: Look) {
  document.documentElement.dataset.theme = look;
  store.setState({ look });
}
