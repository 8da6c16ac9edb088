import { useCallback, useState } from "react";
import { useLanguage } from "./language";

type Words = () => string;

const silent = () => "";

/**
 * A text that stays on the screen until it is set anew. It is kept as what words it, so that it follows the person to
 * another language; the words must ask for the language of the day.
 */
export function useLiveText(start: () => Words = () => silent) {
  useLanguage();
  const [words, setWords] = useState<Words>(start);
  const set = useCallback((next: Words = silent) => setWords(() => next), []);
  return [words(), set] as const;
}
