import i18next from "i18next";
import { useMemo } from "react";
// Also starts i18next: texts can only be added to it afterwards.
import { useLanguage, type Language, type Text } from "./language";

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

  const wordIn =
    (language?: Language): Say<Key> =>
    (key, params) =>
      i18next.t(key, { ns: folder, lng: language, ...params });

  /** A new function per language, so that memoised texts are made again. */
  function useTexts(): Say<Key> {
    const { language } = useLanguage();
    return useMemo(() => wordIn(language), [language]);
  }

  /** For words that are kept until they are shown: they follow the person to another language. */
  const both = (...of: Parameters<Say<Key>>): Text => ({
    zh: wordIn("zh")(...of),
    en: wordIn("en")(...of),
  });

  return { useTexts, say: wordIn(), both };
}
