import { defineTexts } from "@/i18n/define-texts";
import { useLanguage } from "@/i18n/language";
import { hasChinese } from "./chinese";

const { useTexts } = defineTexts(
  "recordName",
  { missing: "尚无英文名称" },
  { missing: "No English name yet" },
);

/**
 * What a record of basic data is called, as the server names it in the language of the screen. Chinese on an English screen
 * says that nobody has given it an English name: it is marked.
 */
export function RecordName({ children: name }: { children: string }) {
  const t = useTexts();
  const { language } = useLanguage();
  if (language === "zh" || !hasChinese(name)) {
    return name;
  }
  return (
    <span className="record-name">
      <span lang="zh" title={name}>
        {name}
      </span>
      <span
        className="name-mark"
        role="img"
        title={t("missing")}
        aria-label={t("missing")}
      >
        中
      </span>
    </span>
  );
}
