import { Button, DatePicker, Select } from "antd";
import dayjs from "dayjs";
import { useLanguage } from "@/i18n/language";
import { useUiTexts } from "@/ui/texts";
import { useCloseOutside } from "@/ui/use-close-outside";
import { dayjsOf } from "./field-input";
import { wordsOf, type Field, type Meta, type Names } from "./metadata";
import { ReferenceInput } from "./reference-input";
import { useResourceTexts } from "./texts";

const filterable = new Set(["choice", "flag", "reference", "date"]);

// The options of a select stand outside of the menu they belong to.
const isPopup = (target: Element) => target.closest("#overlays") !== null;

export type Filters = Record<string, string>;

interface FilterMenuProps {
  meta: Meta;
  filters: Filters;
  names: Names;
  onChange: (filters: Filters) => void;
}

/** Narrows a list field by field; what it says stands in the address. */
export function FilterMenu({
  meta,
  filters,
  names,
  onChange,
}: FilterMenuProps) {
  const t = useResourceTexts();
  const { say } = useLanguage();
  const menu = useCloseOutside(isPopup);
  const fields = meta.fields.filter((field) => filterable.has(field.kind));
  const count = Object.keys(filters).length;
  if (fields.length === 0) {
    return null;
  }

  function set(key: string, value: string | undefined) {
    const next = { ...filters };
    delete next[key];
    onChange(value ? { ...next, [key]: value } : next);
  }

  return (
    <details ref={menu} className="column-menu filter-menu">
      <summary>{count > 0 ? t("filtersOn", { count }) : t("filters")}</summary>
      <div className="column-menu-list">
        {fields.map((field) => (
          <div key={field.key} className="field">
            <label htmlFor={`filter-${field.key}`}>{say(field.label)}</label>
            <FilterInput
              field={field}
              value={filters[field.key]}
              names={names}
              onChange={(value) => set(field.key, value)}
            />
          </div>
        ))}
        <Button
          size="small"
          disabled={count === 0}
          onClick={() => onChange({})}
        >
          {t("clearFilters")}
        </Button>
      </div>
    </details>
  );
}

interface FilterInputProps {
  field: Field;
  value: string | undefined;
  names: Names;
  onChange: (value: string | undefined) => void;
}

function FilterInput({ field, value, names, onChange }: FilterInputProps) {
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const id = `filter-${field.key}`;
  const words = wordsOf(field);
  if (field.kind === "reference") {
    return (
      <ReferenceInput
        id={id}
        field={field}
        value={value ?? ""}
        names={names}
        disabled={false}
        faults={{}}
        shared={{ id, disabled: false }}
        onChange={(next) => onChange((next as string) || undefined)}
      />
    );
  }
  if (field.kind === "date") {
    return (
      <DatePicker
        id={id}
        className="field-fill"
        value={value ? dayjs(value) : null}
        onChange={(date) => onChange(dayjsOf(date)?.format("YYYY-MM-DD"))}
      />
    );
  }
  const options =
    field.kind === "flag"
      ? [
          { value: "true", label: words.yes ? say(words.yes) : ui("yes") },
          { value: "false", label: words.no ? say(words.no) : ui("no") },
        ]
      : (field.options ?? []).map((option) => ({
          value: String(option.value),
          label: say(option.label),
        }));
  return (
    <Select
      id={id}
      className="field-fill"
      allowClear
      placeholder={t("any")}
      value={value ?? null}
      options={options}
      onChange={(next: string | null | undefined) =>
        onChange(next ?? undefined)
      }
    />
  );
}
