import { currentLanguage, type Text } from "@/i18n/language";
import { stored } from "./stored";

const key = "mw.ended";

/** When what the person here has done themselves was told to the other tabs, or before: it is no news here. */
const ownKey = "mw.endedHere";

/** How long the words are for the other tabs of the browser too, in milliseconds: they hear of the end one after another. */
const sharedFor = 15_000;

/**
 * Why somebody else ended the session, for the page that asks to sign in: single sign-on lies between, with documents of
 * its own. Said before the session is forgotten, so that tabs that learn of the end from this one know the words as well.
 */
export function keepEnded(words: Text) {
  if (words.zh && words.en) {
    sessionStorage.setItem(key, JSON.stringify(words));
    tellOtherTabs(words);
  }
}

/** This tab ends what the other ones work by: they can say why. */
export function tellOtherTabs(words: Text) {
  const at = Date.now();
  sessionStorage.setItem(ownKey, String(at));
  stored.keep("ended", { words, at });
}

/** Another tab has found the session ended: what it was told holds here. */
export function adoptEnded() {
  const shared = stored.value<{ words: Text; at: number }>("ended");
  const isOwn = String(shared?.at) === sessionStorage.getItem(ownKey);
  if (shared && !isOwn && Math.abs(Date.now() - shared.at) < sharedFor) {
    sessionStorage.setItem(key, JSON.stringify(shared.words));
  }
}

/** The person goes by themselves: whatever was told before is no news here. */
export function passEndedOver() {
  const shared = stored.value<{ at: number }>("ended");
  sessionStorage.removeItem(key);
  if (shared) {
    sessionStorage.setItem(ownKey, String(shared.at));
  }
}

/** Somebody is signed in: nobody is told any more. */
export const forgetEnded = () => sessionStorage.removeItem(key);

/**
 * What was kept, or else what another tab has heard a moment ago, whatever way led here, as what words it in the language
 * of the day. It stays, however often the page is loaded, until somebody signs in.
 */
export function endedWords() {
  if (!sessionStorage.getItem(key) && !stored.value("token")) {
    adoptEnded();
  }
  const kept = sessionStorage.getItem(key);
  const words = kept && (JSON.parse(kept) as Text);
  return () => (words ? words[currentLanguage()] : "");
}
