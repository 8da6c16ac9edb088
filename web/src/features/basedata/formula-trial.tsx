import { useQuery } from "@tanstack/react-query";
import { InputNumber } from "antd";
import { useId, useState } from "react";
import { call } from "@/api/call";
import { outcomeOfFailure } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import type { FieldInputProps } from "@/resource/field-input-props";
import { LinesInput } from "@/resource/lines-input";
import type { Values } from "@/resource/metadata";
import { useRecordValues } from "@/resource/record-values";
import { useDebounced } from "@/ui/use-debounced";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** The variables of a formula, and below them a trial of the formula as it is typed. */
export function FormulaTrial(props: FieldInputProps) {
  const { expression } = useRecordValues();
  const names = ((props.value as Values[] | null) ?? [])
    .map(({ name }) => (typeof name === "string" ? name.trim() : ""))
    .filter((name, at, all) => name !== "" && all.indexOf(name) === at);
  return (
    <>
      <LinesInput {...props} />
      {typeof expression === "string" && expression.trim() !== "" && (
        <Trial expression={expression} names={names} />
      )}
    </>
  );
}

function Trial({ expression, names }: { expression: string; names: string[] }) {
  const t = useBasedataTexts();
  const { say } = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState<Record<string, number | null>>({});
  const isWhole = names.every((name) => typeof typed[name] === "number");
  const asked = useDebounced(
    JSON.stringify({
      expression,
      figures: names.map((name) => ({ name, value: typed[name] ?? 0 })),
    }),
  );
  const { data, error } = useQuery({
    queryKey: ["formula-trial", asked],
    queryFn: ({ signal }) =>
      call("POST", "bms/formula-trial", {
        body: JSON.parse(asked) as {
          expression: string;
          figures: { name: string; value: number }[];
        },
        signal,
      }),
    enabled: isWhole,
    retry: false,
    meta: { showsFields: true },
  });
  const words = error && complaint(error);
  return (
    <div className="formula-trial" role="group" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t("tryOut")}</h3>
      <div className="formula-figures">
        {names.map((name) => (
          <label key={name}>
            <span>{name}</span>
            <InputNumber<number>
              value={typed[name] ?? null}
              controls={false}
              aria-label={t("tryFigure", { name })}
              onChange={(value) =>
                setTyped((before) => ({ ...before, [name]: value }))
              }
            />
          </label>
        ))}
      </div>
      <p className="tried" role="status">
        {!isWhole && <span className="soft">{t("tryFigures")}</span>}
        {isWhole && data && (
          <>
            {t("tryResult")} <code>{rounded(data.result)}</code>
          </>
        )}
        {isWhole && error && (
          <span className="field-fault">
            {words ? say(words) : t("tryFailed")}
          </span>
        )}
      </p>
    </div>
  );
}

/** Six decimal places at most: what floating point adds behind them is nobody's figure. */
function rounded(result: number) {
  return String(Number(result.toFixed(6)));
}

function complaint(error: Error) {
  const outcome = error instanceof ApiFailure ? outcomeOfFailure(error) : null;
  return outcome?.kind === "fields" ? outcome.errors[0]?.texts : undefined;
}
