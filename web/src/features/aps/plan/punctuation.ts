import { currentLanguage } from "@/i18n/language";

// Signs between words that are put together here, in the language of the screens.

/** A name with its value: "交期：3月2日" or "Delivery: 2 March". */
export const paired = (name: string, value: string) =>
  `${name}${currentLanguage() === "zh" ? "：" : ": "}${value}`;

/** Words with a remark: "开始（Asia/Shanghai）" or "Start (Asia/Shanghai)". */
export const remarked = (words: string, remark: string) =>
  currentLanguage() === "zh" ? `${words}（${remark}）` : `${words} (${remark})`;

/** Sentences one after the other; Chinese has no space between them. */
export const sentences = (all: readonly string[]) =>
  all.join(currentLanguage() === "zh" ? "" : " ");
