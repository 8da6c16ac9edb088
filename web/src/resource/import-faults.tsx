import { AutoComplete, Button, Input, Select } from "antd";
import { useState } from "react";
import { counted } from "@/i18n/counted";
import { joined } from "@/i18n/joined";
import { useLanguage, type Text } from "@/i18n/language";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useClearing } from "@/ui/use-clearing";
import { fieldOf, type Field, type Meta } from "./metadata";
import type { CellEdit, ImportFault, ImportResult } from "./resource-queries";
import { useImportTexts } from "./import-texts";
import { useResourceTexts } from "./texts";

const groupsShown = 200;
const rowsNamed = 12;

/** Faults of one cause: the same value breaks the same rule of the same column. */
interface Cause {
  id: string;
  first: ImportFault;
  rows: number[];
  editable: boolean;
  /** No row stays out for it. */
  warns: boolean;
}

const aboutHeadings = new Set([
  "unknownColumn",
  "missingColumn",
  "duplicateColumn",
  "noHeading",
  "encoding",
]);

/** The causes of faults, and of warnings, for which no row stays out. */
export function causesOf(
  faults: ImportFault[],
  warnings: ImportFault[] = [],
): Cause[] {
  const causes = new Map<string, Cause>();
  const warned = new Set(warnings);
  for (const fault of [...faults, ...warnings]) {
    const { column, rule, value, texts } = fault;
    const warns = warned.has(fault);
    const id = JSON.stringify([column, rule, value, texts.en, warns]);
    const cause = causes.get(id);
    if (cause) {
      cause.rows.push(fault.row);
    } else {
      const editable = !aboutHeadings.has(rule) && rule !== "permission";
      causes.set(id, { id, first: fault, rows: [fault.row], editable, warns });
    }
  }
  return [...causes.values()].sort((a, b) => b.rows.length - a.rows.length);
}

interface ImportFaultsProps {
  meta: Meta;
  result: ImportResult;
  onMend: (edits: CellEdit[]) => void;
}

/** What is wrong, by cause; a value can be replaced in all rows that have it. */
export function ImportFaults({ meta, result, onMend }: ImportFaultsProps) {
  const t = useImportTexts();
  const list = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const yesNo: [string, string] = [ui("yes"), ui("no")];
  const [typed, setTyped] = useState<Record<string, string | undefined>>({});
  const causes = causesOf(result.faults, result.warnings);
  const shown = causes.slice(0, groupsShown);
  const edits = shown.flatMap(({ id, first, rows }) =>
    typed[id] === undefined
      ? []
      : rows.map((row) => ({
          row,
          column: first.column.split(".")[0]!,
          value: typed[id]!,
        })),
  );
  const left =
    result.faultCount +
    result.warnings.length -
    shown.reduce((sum, { rows }) => sum + rows.length, 0);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (edits.length > 0) {
          onMend(edits);
        }
      }}
    >
      <div className="import-scroll">
        <table className="fault-table">
          <thead>
            <tr>
              <th scope="col">{list("row")}</th>
              <th scope="col">{t("column")}</th>
              <th scope="col">{t("value")}</th>
              <th scope="col">{t("reason")}</th>
              <th scope="col">{t("mend")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, first, rows, editable, warns }) => {
              const field = fieldOf(meta, first.column.split(".")[0]!);
              const mends = editable && field && !field.readOnly;
              const label =
                rows.length > 1
                  ? t("mendAll", { count: rows.length })
                  : t("mend");
              return (
                <tr key={id}>
                  <td className="numbers">
                    {rows.length > 1 && (
                      <strong>{counted(rows.length)} × </strong>
                    )}
                    {joined(rows.slice(0, rowsNamed))}
                    {rows.length > rowsNamed && " …"}
                  </td>
                  <td>{field ? say(field.label) : first.column}</td>
                  <td>{first.value}</td>
                  <td>
                    {warns ? (
                      <StatusMark meaning="at-risk">
                        {say(first.texts)}
                      </StatusMark>
                    ) : (
                      say(first.texts)
                    )}
                    {rows.length === 1 && first.key && (
                      <span className="soft"> · {first.key}</span>
                    )}
                  </td>
                  <td>
                    {mends && (
                      <MendInput
                        label={`${label} ${say(field.label)} ${first.value}`}
                        placeholder={label}
                        choices={choicesOf(field, say, yesNo)}
                        options={(first.options ?? []).map(say)}
                        value={typed[id]}
                        onChange={(value) =>
                          setTyped({ ...typed, [id]: value })
                        }
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className="soft">{t("moreFaults", { count: left })}</p>}
      {edits.length > 0 && (
        <p>
          <Button htmlType="submit" type="primary">
            {t("recheck", { count: edits.length })}
          </Button>
        </p>
      )}
    </form>
  );
}

/** The only values that a choice or a flag may have, as a file writes them. */
function choicesOf(
  field: Field,
  say: (text: Text) => string,
  yesNo: [string, string],
) {
  const words = (field.options ?? []).map(({ label }) => say(label));
  return field.kind === "choice"
    ? words
    : field.kind === "flag"
      ? words.length > 0
        ? words
        : yesNo
      : [];
}

interface MendInputProps {
  label: string;
  placeholder: string;
  /** All that it can be. */
  choices: string[];
  /** Some of what it may be. */
  options: string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A choice where the values are fixed, else a text, with what it may be where that is a short list. */
function MendInput(props: MendInputProps) {
  const clearing = useClearing();
  const { label, choices, options, value, onChange, ...shown } = props;
  const asOption = (value: string) => ({ value });
  if (choices.length > 0) {
    return (
      <Select<string>
        {...shown}
        aria-label={label}
        className="import-mend"
        allowClear={clearing}
        showSearch
        {...(value !== undefined && { value })}
        options={choices.map(asOption)}
        onChange={(chosen: string | undefined) => onChange(chosen)}
      />
    );
  }
  return options.length > 0 ? (
    <AutoComplete
      {...shown}
      aria-label={label}
      className="import-mend"
      value={value ?? ""}
      options={options.map(asOption)}
      onChange={onChange}
    />
  ) : (
    <Input
      {...shown}
      aria-label={label}
      className="import-mend"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
