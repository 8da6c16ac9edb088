import i18next from "i18next";
import { useCallback } from "react";
// Also starts i18next: texts can only be added to it afterwards.
import { useLanguage } from "./language";

export type Params = Record<string, string | number>;

/** A text of one folder, in the language of the day. */
export type Say<Key extends string> = (key: Key, params?: Params) => string;

/**
 * Registers the texts of one folder and returns its hook. The Chinese texts are
 * the type of the English ones: a key that is wrong or missing does not compile.
 * An English text with {{count}} may have a second, key_one, for a count of one.
 */
export function defineTexts<Key extends string>(
  folder: string,
  zh: Record<Key, string>,
  en: Record<NoInfer<Key>, string> &
    Partial<Record<`${NoInfer<Key>}_one`, string>>,
) {
  i18next.addResourceBundle("zh", folder, zh);
  i18next.addResourceBundle("en", folder, en);

  const say: Say<Key> = (key, params) =>
    i18next.t(key, { ns: folder, ...params });

  function useTexts(): Say<Key> {
    const { language } = useLanguage();
    // A new function per language, so that memoised texts are made again.
    return useCallback(
      (key, params) => i18next.t(key, { ns: folder, lng: language, ...params }),
      [language],
    );
  }

  return { useTexts, say };
}
