import { Button, InputNumber, Select } from "antd";
import dayjs from "dayjs";
import { dueOf, formatDue, formatInstant, instantOf } from "@/i18n/format";
import { useState } from "react";
import { useLanguage } from "@/i18n/language";
import { DayPicker } from "@/ui/day-picker";
import { useUiTexts } from "@/ui/texts";
import { useZone } from "@/session/session";
import { useClearing } from "@/ui/use-clearing";
import { useCloseOutside } from "@/ui/use-close-outside";
import { dayjsOf } from "./dayjs-of";
import { wordsOf, type Field, type Meta, type Names } from "./metadata";
import { ReferenceInput } from "./reference-input";
import { useResourceTexts } from "./texts";

// From one value to another; the others are equal or not.
const ranged = new Set(["integer", "decimal", "hours", "date", "instant"]);
const filterable = new Set(["choice", "flag", "reference", ...ranged]);

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
  // Dozens of inputs that most visits never see.
  const [isWanted, setWanted] = useState(false);
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
      <summary onClick={() => setWanted(true)}>
        {count > 0 ? t("filtersOn", { count }) : t("filters")}
      </summary>
      <div className="column-menu-list">
        {(isWanted ? fields : []).map((field) => (
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
  const clearing = useClearing();
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const id = `filter-${field.key}`;
  const words = wordsOf(field);
  if (field.kind === "reference") {
    return (
      <ReferenceInput
        all
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
  if (ranged.has(field.kind)) {
    return (
      <RangeInput id={id} field={field} value={value} onChange={onChange} />
    );
  }
  const options =
    field.kind === "flag"
      ? [
          { value: "true", label: words.yes ? say(words.yes) : ui("yes") },
          { value: "false", label: words.no ? say(words.no) : ui("no") },
          ...(field.ends ? [{ value: "expired", label: t("expired") }] : []),
        ]
      : (field.options ?? []).map((option) => ({
          value: String(option.value),
          label: say(option.label),
        }));
  return (
    <Select
      id={id}
      className="field-fill"
      allowClear={clearing}
      placeholder={t("any")}
      value={value ?? null}
      options={options}
      onChange={(next: string | null | undefined) =>
        onChange(next ?? undefined)
      }
    />
  );
}

interface RangeInputProps extends Omit<FilterInputProps, "names"> {
  id: string;
}

/** "from..to" of a number, a date or a moment; either end may be open. */
function RangeInput({ id, field, value = "", onChange }: RangeInputProps) {
  const t = useResourceTexts();
  const { say } = useLanguage();
  const zone = useZone();
  const [low = "", high = ""] = value.includes("..")
    ? value.split("..")
    : [value, value];
  const set = (from: string, to: string) =>
    onChange(from || to ? `${from}..${to}` : undefined);
  return (
    <div className="filter-range">
      {[low, high].map((end, at) => {
        const change = (next: string) =>
          at === 0 ? set(next, high) : set(low, next);
        const shared = {
          id: at === 0 ? id : `${id}-to`,
          className: "field-fill",
          placeholder: t(at === 0 ? "from" : "to"),
          "aria-label": `${say(field.label)} ${t(at === 0 ? "from" : "to")}`,
        };
        if (field.kind === "date" || field.kind === "instant") {
          return (
            <DayPicker
              key={at}
              {...shared}
              value={end ? dayjs(dayOf(end, field, zone)) : null}
              onChange={(date) =>
                change(dayFrom(dayjsOf(date), field, at, zone))
              }
            />
          );
        }
        return (
          <InputNumber
            key={at}
            {...shared}
            controls={false}
            value={end === "" ? null : Number(end)}
            onChange={(next) => change(next === null ? "" : String(next))}
          />
        );
      })}
    </div>
  );
}

/** The day that an end of the range stands for. */
function dayOf(end: string, { kind, endsDay }: Field, zone: string) {
  return kind === "date"
    ? end
    : (endsDay ? formatDue : formatInstant)(end, zone).slice(0, 10);
}

/** A day as the server takes it: of a moment its first or its last minute. */
function dayFrom(
  picked: dayjs.Dayjs | null | undefined,
  { kind, endsDay }: Field,
  end: number,
  zone: string,
) {
  const day = picked?.format("YYYY-MM-DD") ?? "";
  if (kind === "date" || !day) {
    return day;
  }
  // What is due at a midnight belongs to the day before it.
  return (
    (end === 0
      ? instantOf(`${day} ${endsDay ? "00:01" : "00:00"}`, zone)
      : endsDay
        ? dueOf(day, zone)
        : instantOf(`${day} 23:59`, zone)) ?? ""
  );
}
