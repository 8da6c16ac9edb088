import { InputNumber, Select } from "antd";
import dayjs from "dayjs";
import { dueOf, formatDue, formatInstant, instantOf } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { DayPicker } from "@/ui/day-picker";
import { useUiTexts } from "@/ui/texts";
import { useClearing } from "@/ui/use-clearing";
import { dayjsOf } from "./dayjs-of";
import { ranged } from "./filter-kinds";
import { wordsOf, type Field, type Names } from "./metadata";
import { ReferenceInput } from "./reference-input";
import { useResourceTexts } from "./texts";

interface FilterInputProps {
  field: Field;
  value: string | undefined;
  names: Names;
  onChange: (value: string | undefined) => void;
}

/** By what a list is narrowed, as the kind of the field wants it. */
export function FilterInput({
  field,
  value,
  names,
  onChange,
}: FilterInputProps) {
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
