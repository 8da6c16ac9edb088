import { Suspense, useEffect, useMemo } from "react";
import { useLanguage } from "@/i18n/language";
import { coming } from "@/ui/loading";
import { ConflictNotice } from "./conflict-notice";
import { DraftNote } from "./draft-note";
import { DroppedValues } from "./dropped-values";
import { FieldInput } from "./field-input";
import type { FieldInputProps } from "./field-input-props";
import {
  belongs,
  fieldOf,
  may,
  type Meta,
  type Names,
  type Row,
} from "./metadata";
import { plainValue } from "./plain-value";
import { RecordValuesProvider } from "./record-values";
import { useSpecialInput } from "./special-inputs";
import { useResourceTexts } from "./texts";
import { useReader } from "./use-reader";
import type { useRecordForm } from "./use-record-form";
import { useSaveKey } from "./use-save-key";

interface RecordFormProps {
  meta: Meta;
  /** Null: a new record. */
  row: Row | null;
  names: Names;
  form: ReturnType<typeof useRecordForm>;
}

export const formId = "record-form";

// No rules here: the server checks, and its words land on the fields. Two sets
// of rules would disagree one day.
export function RecordForm({ meta, row, names, form }: RecordFormProps) {
  const t = useResourceTexts();
  const { language, say } = useLanguage();
  const reader = useReader();
  const mayEdit = may(meta, row ? "modify" : "add");
  const { focus, submit, isPending } = form;

  useEffect(() => {
    if (focus.times > 0) {
      const input = document.getElementById(`field-${focus.path}`);
      input?.scrollIntoView({ block: "center" });
      input?.focus();
    }
  }, [focus]);

  useSaveKey(submit, isPending);

  const faults = useMemo(() => {
    const byField: Record<string, Record<string, string>> = {};
    for (const { field, texts } of form.errors) {
      const [key, ...rest] = field.split(".");
      (byField[key!] ??= {})[rest.join(".")] = texts[language];
    }
    return byField;
  }, [form.errors, language]);

  const groups = meta.groups
    .map(({ label, fields }) => ({
      label,
      fields: fields
        .map((key) => fieldOf(meta, key))
        .filter((field) => field !== undefined)
        .filter(
          (field) =>
            belongs(field, form.values) &&
            !field.derived &&
            (row || !field.readOnly),
        ),
    }))
    .filter(({ fields }) => fields.length > 0);
  const known = new Set(
    groups.flatMap(({ fields }) => fields.map(({ key }) => key)),
  );
  const elsewhere = form.errors.filter(
    ({ field }) => !known.has(field.split(".")[0]!),
  );

  return (
    <form
      id={formId}
      className="record-form"
      noValidate
      autoComplete="off"
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ConflictNotice
        clashes={form.clashes}
        label={(key) => {
          const field = fieldOf(meta, key);
          return field ? say(field.label) : key;
        }}
        read={(key, value) =>
          plainValue(fieldOf(meta, key), value, names, reader)
        }
        onDecide={form.choose}
      />
      {!mayEdit && (
        <p className="form-note">
          {t("readOnlyForm", { label: say(meta.label) })}
        </p>
      )}
      {elsewhere.length > 0 && (
        <ul role="alert" className="form-faults">
          {elsewhere.map(({ field, texts }) => (
            <li key={field}>{say(texts)}</li>
          ))}
        </ul>
      )}
      {form.isRestored && <DraftNote onDrop={form.dropDraft} />}
      <RecordValuesProvider value={form.values}>
        {groups.map(({ label, fields }) => (
          <fieldset key={label.en} className="form-group">
            <legend>{say(label)}</legend>
            {fields.map((field) => {
              const { key } = field;
              const id = `field-${key}`;
              const fault = faults[key]?.[""];
              const note = field.help ?? field.hint;
              return (
                <div key={key} className={`field field-${field.kind}`}>
                  <label htmlFor={id}>
                    {say(field.label)}
                    {field.required && (
                      <i className="required" aria-hidden="true">
                        {" "}
                        *
                      </i>
                    )}
                  </label>
                  <OwnInput
                    id={id}
                    field={field}
                    value={form.values[key]}
                    names={names}
                    disabled={!mayEdit || field.readOnly}
                    faults={faults[key] ?? {}}
                    onChange={(value) => form.change(key, value)}
                  />
                  <p
                    id={`${id}-words`}
                    className={fault ? "field-fault" : "field-note"}
                  >
                    {fault ?? (note && say(note))}
                  </p>
                  {field.kind === "choice" && mayEdit && (
                    <DroppedValues
                      meta={meta}
                      row={row}
                      values={form.values}
                      names={names}
                      choice={field}
                    />
                  )}
                </div>
              );
            })}
          </fieldset>
        ))}
      </RecordValuesProvider>
    </form>
  );
}

/** The input that the entity brings for the field, or the one of its kind. */
function OwnInput(props: FieldInputProps) {
  const special = useSpecialInput(props.field.key);
  return special ? (
    <Suspense fallback={coming}>{special(props)}</Suspense>
  ) : (
    <FieldInput {...props} />
  );
}
