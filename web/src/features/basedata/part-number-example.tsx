import { FieldInput } from "@/resource/field-input";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useRecordValues } from "@/resource/record-values";
import { useZone } from "@/session/session";
import { exampleNumber } from "./part-number";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** The last field of a rule, with the number that the rule as it is typed makes first. */
export function PartNumberExample(props: FieldInputProps) {
  const t = useBasedataTexts();
  const number = exampleNumber(useRecordValues(), new Date(), useZone());
  return (
    <>
      <FieldInput {...props} />
      <p className="tried" role="status">
        {number ? (
          <>
            {t("firstNumber")} <code>{number}</code>
          </>
        ) : (
          <span className="soft">{t("ruleOpen")}</span>
        )}
      </p>
    </>
  );
}
