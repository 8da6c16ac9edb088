import { useCallback, useState } from "react";
import { same, type Clash } from "./merge-versions";

/** Which of two values stays. */
export type Side = "mine" | "theirs";

export interface Clashes {
  /** Who saved first; empty: it is not known. */
  who: string;
  all: Clash[];
  /** What was decided, by field. */
  decided: Record<string, Side>;
  /** How often the notice was to be looked at: every time it takes the focus. */
  asked: number;
}

const none: Clashes = { who: "", all: [], decided: {}, asked: 0 };

/**
 * What two people changed in one record, and what was decided of it. A form
 * saves only when `mayGo` says so: nothing of somebody else is overwritten
 * before a person has looked at it.
 */
export function useClashes(first: Clash[], isBehind = first.length > 0) {
  const [state, setState] = useState<Clashes>(() => ({
    ...none,
    all: first,
    asked: isBehind ? 1 : 0,
  }));
  const typed = useCallback(
    (field: string, mine: unknown) =>
      setState((before) => {
        const clash = before.all.find((one) => one.field === field);
        const side = before.decided[field];
        if (!clash || same(clash[side ?? "mine"], mine)) {
          return before;
        }
        return {
          ...before,
          all: before.all.map((one) =>
            one === clash ? { ...one, mine } : one,
          ),
          decided: side
            ? { ...before.decided, [field]: "mine" }
            : before.decided,
        };
      }),
    [],
  );
  const undecided = state.all.filter(({ field }) => !state.decided[field]);

  return {
    ...state,
    undecided,
    /** Somebody was faster: another round. */
    begin: (who: string, all: Clash[]) =>
      setState((before) => ({
        who,
        all,
        decided: {},
        asked: before.asked + 1,
      })),
    decide: (field: string, side: Side) =>
      setState((before) => ({
        ...before,
        decided: { ...before.decided, [field]: side },
      })),
    /** What is typed into the form is a new value of mine; it decides nothing that was open. */
    typed,
    forget: () => setState(none),
    /** Whether everything is decided; otherwise the notice takes the focus. */
    mayGo: () => {
      if (undecided.length > 0) {
        setState((before) => ({ ...before, asked: before.asked + 1 }));
      }
      return undecided.length === 0;
    },
  };
}
