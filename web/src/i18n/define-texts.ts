import i18next from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
// Starts i18next: texts can only be added to it afterwards.
import "./language";

export type Params = Record<string, string | number>;

/** A text of one folder, in the language of the day. */
export type Say<Key extends string> = (key: Key, params?: Params) => string;

/**
 * Registers the texts of one folder and returns its hook. The Chinese texts are
 * the type of the English ones: a key that is wrong or missing does not compile.
 */
export function defineTexts<Key extends string>(
  folder: string,
  zh: Record<Key, string>,
  en: Record<NoInfer<Key>, string>,
) {
  i18next.addResourceBundle("zh", folder, zh);
  i18next.addResourceBundle("en", folder, en);

  const say: Say<Key> = (key, params) =>
    i18next.t(key, { ns: folder, ...params });

  function useTexts(): Say<Key> {
    const { i18n } = useTranslation();
    // A new function per language, so that memoised texts are made again.
    return useCallback(
      (key, params) =>
        i18n.t(key, { ns: folder, lng: i18n.language, ...params }),
      // eslint-disable-next-line react-hooks/exhaustive-deps
      [i18n, i18n.language],
    );
  }

  return { useTexts, say };
}
