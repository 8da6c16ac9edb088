import { currentLanguage, type Language, type Text } from "./language";

const of = (zh: string, en: string) => (currentLanguage() === "zh" ? zh : en);

/** A name and what it has, in the language of the screens: "模具：3" or "Moulds: 3". */
export const labelled = (name: string, value: string) =>
  name + of("：", ": ") + value;

const colonIn = (language: Language) => (language === "zh" ? "：" : ": ");

/** The same in both languages, for words that are kept until they are shown. */
export const bothLabelled = (name: Text, value: Text): Text => ({
  zh: name.zh + colonIn("zh") + value.zh,
  en: name.en + colonIn("en") + value.en,
});

/** What is said besides: "（M1）" or " (M1)". */
export const bracketed = (text: string) => of(`（${text}）`, ` (${text})`);

/** Between parts of a sentence. */
export const comma = () => of("，", ", ");
