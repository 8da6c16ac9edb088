import { useLanguage } from "@/i18n/language";
import { fieldOf, type Meta, type Names } from "./metadata";
import { plainValue } from "./plain-value";
import { useResourceTexts } from "./texts";
import type { Merge } from "./use-record-form";
import { useReader } from "./use-reader";

interface ConflictNoticeProps {
  meta: Meta;
  merge: Merge;
  names: Names;
  onChoose: (field: string, value: unknown) => void;
}

/** Somebody saved first: what was merged, and what only a person can decide. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { meta, merge, names, onChoose } = props;
  const t = useResourceTexts();
  const { say } = useLanguage();
  const reader = useReader();
  return (
    <div role="alert" className="conflict">
      <p>{t("conflict", { who: merge.who || t("somebody") })}</p>
      {merge.clashes.map(({ field: key, mine, theirs }) => {
        const field = fieldOf(meta, key);
        const read = (value: unknown) =>
          plainValue(field, value, names, reader) || "—";
        return (
          <fieldset key={key}>
            <legend>
              {t("clash", { field: field ? say(field.label) : key })}
            </legend>
            {[
              { label: t("mine", { value: read(mine) }), value: mine },
              { label: t("theirs", { value: read(theirs) }), value: theirs },
            ].map(({ label, value }, at) => (
              <label key={at}>
                <input
                  type="radio"
                  name={`clash-${key}`}
                  defaultChecked={at === 0}
                  onChange={() => onChoose(key, value)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
