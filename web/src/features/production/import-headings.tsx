import { Button, Select } from "antd";
import { useState } from "react";
import { useClearing } from "@/ui/use-clearing";
import type {
  Headings,
  ImportNames,
  ImportResult,
  SheetShape,
} from "./import-model";
import { useProductionTexts } from "./texts";

interface ImportHeadingsProps {
  result: ImportResult;
  shapes: SheetShape[];
  names: ImportNames;
  disabled: boolean;
  onTeach: (headings: Headings) => void;
}

/** Sheets and headers that mean nothing yet: said once, remembered for good. */
export function ImportHeadings(props: ImportHeadingsProps) {
  const { result, shapes, names, disabled, onTeach } = props;
  const t = useProductionTexts();
  const clearing = useClearing();
  const [sheets, setSheets] = useState<Record<string, string>>({});
  const [columns, setColumns] = useState<Headings["columns"]>({});
  const strange = Object.entries(result.strange ?? {});
  const count =
    Object.keys(sheets).length +
    Object.values(columns).reduce(
      (sum, own) => sum + Object.keys(own).length,
      0,
    );

  /** What kind of sheet one of the file is; its name may be that of another kind. */
  const kindOf = (name: string, kind: string | null, guess: string) => (
    <Select
      aria-label={name}
      allowClear={clearing}
      placeholder={t("chooseSheet")}
      disabled={disabled}
      value={kind}
      onChange={(code: string | undefined) =>
        setSheets((before) => withEntry(before, name, code))
      }
      options={[
        ...sorted(shapes, guess).map(({ code, label }) => ({
          value: code,
          label: code === guess ? t("guess", { label }) : label,
        })),
        { value: "", label: t("ignoreSheet") },
      ]}
    />
  );

  return (
    <form
      className="import-headings"
      onSubmit={(event) => {
        event.preventDefault();
        onTeach({ sheets, columns });
      }}
    >
      <p className="soft">{t("headingsHint")}</p>
      {result.unknown.map((sheet) => (
        <div className="import-heading" key={sheet.name}>
          <label>
            <b>{sheet.name}</b>
            <small className="soft">{sheet.headers.join(" · ")}</small>
          </label>
          <span aria-hidden="true">→</span>
          {kindOf(sheet.name, sheets[sheet.name] ?? null, sheet.guess)}
        </div>
      ))}
      {strange.map(([sheet, headers]) => (
        <fieldset key={sheet}>
          <legend>{names.sheet(sheet)}</legend>
          {result.pages
            .filter((page) => page.sheet === sheet && page.name !== "")
            .map(({ name }) => (
              <div className="import-heading" key={name}>
                <label>{t("sheetIs", { name })}</label>
                <span aria-hidden="true">→</span>
                {kindOf(name, sheets[name] ?? sheet, "")}
              </div>
            ))}
          {[...new Set(headers)].map((header) => (
            <div className="import-heading" key={header}>
              <label>
                <b>{header}</b>
              </label>
              <span aria-hidden="true">→</span>
              <Select
                aria-label={header}
                allowClear={clearing}
                showSearch={{ optionFilterProp: "label" }}
                placeholder={t("chooseColumn")}
                disabled={disabled}
                value={columns[sheet]?.[header] ?? null}
                onChange={(code: string | undefined) =>
                  setColumns((before) => ({
                    ...before,
                    [sheet]: withEntry(before[sheet] ?? {}, header, code),
                  }))
                }
                options={[
                  { value: "", label: t("ignoreColumn") },
                  ...(
                    shapes.find((one) => one.code === sheet)?.columns ?? []
                  ).map(({ code, label, required }) => ({
                    value: code,
                    label: required ? `${label} *` : label,
                  })),
                ]}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <Button
        type="primary"
        htmlType="submit"
        disabled={disabled || count === 0}
      >
        {t("teach", { count })}
      </Button>
    </form>
  );
}

function withEntry(
  before: Record<string, string>,
  key: string,
  value: string | undefined,
) {
  const next = { ...before };
  delete next[key];
  return value === undefined ? next : { ...next, [key]: value };
}

function sorted(shapes: SheetShape[], guess: string) {
  return [...shapes].sort(
    (a, b) => Number(b.code === guess) - Number(a.code === guess),
  );
}
