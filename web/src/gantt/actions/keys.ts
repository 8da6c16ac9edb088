import type { Chart } from "../chart";
import type { Action } from "./action";

/** A key with its modifiers: "Shift+ArrowLeft", "Control+f", "?". Shift is no part of a printed character. */
export function shortcutOf(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}) {
  const isCharacter = event.key.length === 1;
  return [
    event.ctrlKey && "Control",
    event.metaKey && "Meta",
    event.altKey && "Alt",
    event.shiftKey && !isCharacter && "Shift",
    isCharacter ? event.key.toLowerCase() : event.key,
  ]
    .filter(Boolean)
    .join("+");
}

/** The action of a key, if it can be done now. */
export function actionFor(actions: Action[], shortcut: string, chart: Chart) {
  return actions.find(
    (action) =>
      action.shortcuts.includes(shortcut) && (action.when?.(chart) ?? true),
  );
}

const signs: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Control: "Ctrl",
  " ": "Space",
  "-": "−",
};

/** A shortcut as people read it: "Shift ←". */
export function keysOf(shortcut: string) {
  const parts = shortcut === "+" ? ["+"] : shortcut.split("+");
  return parts
    .map(
      (part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part),
    )
    .join(" ");
}
