import { currentLanguage } from "./language";

/** Several names or numbers in one sentence, in the language of the screens: "M1、M2" or "M1, M2". */
export const joined = (items: readonly (string | number)[]) =>
  items.join(currentLanguage() === "zh" ? "、" : ", ");
