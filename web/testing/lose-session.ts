import { act, cleanup } from "@testing-library/react";
import { session } from "@/session/session";

/** The session ends and the page goes, without a question: what `showPage` shows next is the way back in. */
export function loseSession() {
  act(() => session.clear());
  cleanup();
}
