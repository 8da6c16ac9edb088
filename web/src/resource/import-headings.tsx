import { Button, Select } from "antd";
import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { fieldOf, type Meta } from "./metadata";
import type { ImportResult } from "./resource-queries";
import { useImportTexts } from "./import-texts";

interface ImportHeadingsProps {
  meta: Meta;
  headings: ImportResult["headings"];
  onAnswer: (headings: Record<string, string>) => void;
}

/** What headings of the file mean: asked for unknown ones, told and forgotten for those that were taught before. */
export function ImportHeadings({
  meta,
  headings,
  onAnswer,
}: ImportHeadingsProps) {
  const t = useImportTexts();
  const { say } = useLanguage();
  const taught = headings.filter((heading) => heading.taught);
  const unknown = headings.filter((heading) => heading.unknown);
  const taken = new Set(headings.map(({ column }) => column));
  const known = Object.fromEntries(
    taught.map(({ heading, column }) => [heading, column]),
  );
  const nameOf = (key: string) => {
    const field = fieldOf(meta, key);
    return field ? say(field.label) : t("leaveOut");
  };
  const choices = [
    { value: "", label: t("leaveOut") },
    ...meta.fields
      .filter((field) => field.kind !== "secret" && !taken.has(field.key))
      .map((field) => ({ value: field.key, label: say(field.label) })),
  ];

  return (
    <>
      {taught.length > 0 && (
        <p className="import-more">
          <span>
            {t("taughtHeadings", {
              list: joined(
                taught.map(
                  ({ heading, column }) => `${heading} → ${nameOf(column)}`,
                ),
              ),
            })}
          </span>
          <Button onClick={() => onAnswer({})}>{t("forget")}</Button>
        </p>
      )}
      {unknown.length > 0 && (
        <fieldset className="import-headings">
          <legend>{t("headings")}</legend>
          <p className="soft">{t("headingsHint")}</p>
          {unknown.map(({ heading }) => (
            <label key={heading}>
              <span>{heading}</span>
              <Select<string>
                aria-label={heading}
                placeholder={t("unknownHeading")}
                options={choices}
                onChange={(column) => onAnswer({ ...known, [heading]: column })}
              />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
