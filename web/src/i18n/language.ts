import i18next, { type FormatterModule } from "i18next";
import { useCallback, useSyncExternalStore } from "react";
import { asShown } from "./counted";

export type Language = "zh" | "en";

/** Words that arrive with the data, in both languages. */
export type Text = Record<Language, string>;

const kept = "mw.lang";

/** Who asks for the language of this tab rather than leave it to the account: the person by a press, or the address. */
const askedKey = "mw.languageAsked";

/** "cn" and "zh_CN" come from old addresses; anything unknown is no choice. */
export function languageFrom(value: string | null): Language | null {
  const match = /^((zh[-_])?cn|zh)$|^en([-_]us)?$/i.exec(value ?? "");
  return match && (match[1] ? "zh" : "en");
}

/** The address wins over what was chosen last; Chinese is the first language. */
export function firstLanguage(search: string): Language {
  return (
    languageFrom(new URLSearchParams(search).get("lang")) ??
    languageFrom(localStorage.getItem(kept)) ??
    "zh"
  );
}

i18next.use<FormatterModule>({
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  // Whatever format a text asks for, also one that a company has worded itself.
  format: (value: unknown, _format, _language, options) =>
    asShown(value, options?.interpolationkey) as string,
});

void i18next.init({
  lng: "zh",
  ns: [],
  resources: {},
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
});

/** Turns the screens, the document and the requests to come to one language. */
export async function switchLanguage(language: Language) {
  document.documentElement.lang = language;
  localStorage.setItem(kept, language);
  await i18next.changeLanguage(language);
}

/** The person turns to a language before they have signed in: it becomes their account's. */
export async function chooseLanguage(language: Language) {
  sessionStorage.setItem(askedKey, "person");
  await switchLanguage(language);
}

/** Notes that the address of this tab asks for a language, which then is no account's to change. */
export function noteAskedLanguage(search: string) {
  const asks = languageFrom(new URLSearchParams(search).get("lang"));
  if (asks && !sessionStorage.getItem(askedKey)) {
    sessionStorage.setItem(askedKey, "address");
  }
}

export function askedLanguage() {
  const by = sessionStorage.getItem(askedKey);
  return by === "person" || by === "address" ? by : null;
}

export const forgetAskedLanguage = () => sessionStorage.removeItem(askedKey);

export function currentLanguage(): Language {
  return languageFrom(i18next.language) ?? "zh";
}

function onLanguage(changed: () => void) {
  i18next.on("languageChanged", changed);
  return () => i18next.off("languageChanged", changed);
}

/** The language of the day; whoever asks renders anew when it changes. */
export function useLanguage() {
  const language = useSyncExternalStore(onLanguage, currentLanguage);
  const say = useCallback((text: Text) => text[language], [language]);
  return { language, say };
}
