import { currentLanguage } from "./language";

/** Several sentences or pairs in one line, in the language of the screens: "甲；乙" or "A; B". */
export const listed = (items: readonly string[]) =>
  items.join(currentLanguage() === "zh" ? "；" : "; ");
