import { Button } from "antd";
import { useLanguage } from "@/i18n/language";
import type { FieldInputProps } from "./field-input-props";
import { initialValues, type Values } from "./metadata";
import { useResourceTexts } from "./texts";
import { usePasteLines } from "./use-paste-lines";
import { ValueInput } from "./value-input";

/** Rows inside a record: the periods of a shift, the addresses of a machine. */
export function LinesInput(props: FieldInputProps) {
  const { id, field, value, names, disabled, faults, onChange } = props;
  const t = useResourceTexts();
  const { say } = useLanguage();
  const fields = field.fields ?? [];
  const lines = (value as Values[] | null) ?? [];
  const paste = usePasteLines(id, field, lines, onChange);
  const isFull = field.atMost !== undefined && lines.length >= field.atMost;

  function change(at: number, key: string, next: unknown) {
    onChange(
      lines.map((line, i) => (i === at ? { ...line, [key]: next } : line)),
    );
  }

  return (
    <div
      className="lines"
      id={id}
      tabIndex={-1}
      {...(!disabled && { onPaste: paste.onPaste })}
    >
      {lines.length === 0 && <p className="soft">{t("noLines")}</p>}
      {lines.length > 0 && (
        <table>
          <thead>
            <tr>
              {fields.map((inner) => (
                <th key={inner.key} scope="col">
                  {say(inner.label)}
                  {inner.required && (
                    <i className="required" aria-hidden="true">
                      {" *"}
                    </i>
                  )}
                  {inner.unit && <small> {say(inner.unit)}</small>}
                </th>
              ))}
              <th aria-label="…" />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // Lines have no ids; their place is what they are.
              <tr key={at}>
                {fields.map((inner) => {
                  const path = `${at}.${inner.key}`;
                  const fault = faults[path];
                  return (
                    <td key={inner.key}>
                      <ValueInput
                        id={`${id}.${path}`}
                        field={inner}
                        value={line[inner.key]}
                        names={{ ...paste.names, ...names }}
                        disabled={disabled || inner.readOnly}
                        faults={fault === undefined ? {} : { "": fault }}
                        label={t("lineField", {
                          field: say(inner.label),
                          row: at + 1,
                        })}
                        onChange={(next) => change(at, inner.key, next)}
                      />
                      <p id={`${id}.${path}-words`} className="field-fault">
                        {fault}
                      </p>
                    </td>
                  );
                })}
                <td>
                  {!disabled && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t("removeLine", { row: at + 1 })}
                      onClick={() => onChange(lines.filter((_, i) => i !== at))}
                    >
                      ✕
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!disabled && !isFull && (
        <p className="lines-add">
          <Button
            size="small"
            onClick={() => onChange([...lines, initialValues(fields)])}
          >
            {t("addLine")}
          </Button>
          <small className="soft">{t("pasteHint")}</small>
        </p>
      )}
    </div>
  );
}
