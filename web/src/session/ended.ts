const key = "mw.ended";

/** Why somebody else ended the session, for the page that asks to sign in: single sign-on lies between, with documents of its own. */
export function keepEnded(words: string) {
  if (words) {
    sessionStorage.setItem(key, words);
  }
}

export function takeEnded() {
  const words = sessionStorage.getItem(key) ?? "";
  sessionStorage.removeItem(key);
  return words;
}
