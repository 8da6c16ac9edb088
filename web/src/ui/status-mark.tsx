import type { ReactNode } from "react";
import "./status-mark.css";

export type Meaning =
  | "on-time"
  | "at-risk"
  | "late"
  | "done"
  | "outsourced"
  | "electrode"
  | "locked"
  | "active"
  | "off";

interface StatusMarkProps {
  meaning: Meaning;
  children: ReactNode;
}

// The shape tells it again, for eyes that do not tell the colours.
const shapes: Record<Meaning, string> = {
  "on-time": "●",
  "at-risk": "▲",
  late: "■",
  done: "✓",
  outsourced: "◆",
  electrode: "⬟",
  locked: "▨",
  active: "◐",
  off: "○",
};

/** A state by colour, shape and word. */
export function StatusMark({ meaning, children }: StatusMarkProps) {
  return (
    <span className={`status-mark status-${meaning}`}>
      <i aria-hidden="true">{shapes[meaning]}</i>
      {children}
    </span>
  );
}
