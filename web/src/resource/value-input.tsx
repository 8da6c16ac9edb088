import { Input, InputNumber, Select, Switch } from "antd";
import dayjs from "dayjs";
import type { FocusEvent } from "react";
import { dueOf, formatDue, formatInstant, instantOf } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { skippedTime } from "@/i18n/skipped-time";
import { useZone } from "@/session/session";
import { cleanNumber, ratioOf } from "@/ui/typed-text";
import { useClearing } from "@/ui/use-clearing";
import type { FieldInputProps, SharedProps } from "./field-input-props";
import { wordsOf, type Field } from "./metadata";
import { ReferenceInput } from "./reference-input";
import { SkippedTime } from "./skipped-time";
import { ColourInput } from "./swatch";
import { useResourceTexts } from "./texts";
import { isReadable, TimePicker, type Precision } from "./time-picker";
import { timeFrom } from "./time-text";

/** The one place that knows which control a kind of field gets, a field of lines excepted. */
export function ValueInput(props: FieldInputProps) {
  const { id, field, value, disabled, faults, onChange, label } = props;
  const { say } = useLanguage();
  const t = useResourceTexts();
  const clearing = useClearing();
  const isWrong = "" in faults;
  const words = field.kind === "flag" ? wordsOf(field) : null;
  const shared = {
    id,
    disabled,
    ...(label && { "aria-label": label }),
    ...(isWrong && { status: "error" as const, "aria-invalid": true }),
    "aria-describedby": `${id}-words`,
  };

  switch (field.kind) {
    case "text":
    case "time":
      if (field.colour) {
        return (
          <ColourInput
            {...shared}
            well={say(field.label)}
            value={(value as string | null) ?? ""}
            onChange={onChange}
          />
        );
      }
      return (
        <Input
          {...shared}
          value={(value as string | null) ?? ""}
          placeholder={
            field.kind === "time"
              ? "08:00"
              : // Elsewhere the hint stands below the field.
                label && field.hint && say(field.hint)
          }
          onChange={(event) => onChange(event.target.value)}
          {...(field.kind === "time" && {
            onBlur: (event: FocusEvent<HTMLInputElement>) => {
              const time = timeFrom(event.target.value);
              if (time !== event.target.value) {
                onChange(time);
              }
            },
          })}
        />
      );
    case "longText":
      return (
        <Input.TextArea
          {...shared}
          rows={3}
          value={(value as string | null) ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "secret":
      return (
        <Input
          {...shared}
          type="password"
          autoComplete="new-password"
          placeholder={t("keepSecret")}
          value={(value as string | null) ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "integer":
    case "decimal":
    case "hours":
      return (
        <InputNumber<number | string>
          {...shared}
          className="field-fill"
          controls={false}
          value={(value as number | null) ?? null}
          // In lines the unit stands in the heading of the column.
          suffix={!label && field.unit && say(field.unit)}
          parser={(text = "") => cleanNumber(text, (field.min ?? -1) < 0)}
          onChange={(next) =>
            onChange(
              typeof next === "number" && isRatio(field) ? ratioOf(next) : next,
            )
          }
        />
      );
    case "flag":
      return (
        <Switch
          id={id}
          disabled={disabled}
          aria-label={label ?? say(field.label)}
          checked={Boolean(value)}
          checkedChildren={words?.yes && say(words.yes)}
          unCheckedChildren={words?.no && say(words.no)}
          onChange={onChange}
        />
      );
    case "choice":
      return (
        <Select
          {...shared}
          className="field-fill"
          allowClear={!field.required && clearing}
          value={value ?? null}
          options={(field.options ?? []).map((option) => ({
            value: option.value,
            label: say(option.label),
          }))}
          onChange={(next) => onChange(next ?? null)}
        />
      );
    case "reference":
    case "references":
      return <ReferenceInput {...props} shared={shared} />;
    case "date":
    case "instant":
      return <DateInput {...props} shared={shared} />;
    case "lines":
      return null; // lines hold no lines
  }
}

const isRatio = ({ unit, max }: Field) => unit?.en === "%" && max === 100;

interface DateInputProps extends FieldInputProps {
  shared: SharedProps;
}

/** A moment as the server sends it. */
const instant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** Plain text and the factory's clock outside; the picker's own values stay inside it. */
function DateInput({ field, value, onChange, shared }: DateInputProps) {
  const zone = useZone();
  const precision: Precision =
    field.kind === "date" ? "day" : field.endsDay ? "due" : "minute";
  const text = typeof value === "string" ? value : "";
  const wall = instant.test(text)
    ? (field.endsDay ? formatDue : formatInstant)(text, zone)
    : text;

  function read(typed: string) {
    if (typed === "") {
      onChange(null);
    } else if (
      precision === "day" ||
      !isReadable(typed, precision) ||
      skippedTime(typed, zone)
    ) {
      // Half a date, or a time that the clock leaves out, is kept as it is typed, so that a save in between is refused instead of storing what stood here before.
      onChange(typed);
    } else {
      // A day that no instant of ours follows, such as the last of all, is the server's to refuse as well.
      onChange((field.endsDay ? dueOf : instantOf)(typed, zone) ?? typed);
    }
  }

  return (
    <>
      <TimePicker
        {...shared}
        precision={precision}
        value={wall}
        onChange={read}
        {...(field.earliest && { minDate: dayjs(field.earliest) })}
        {...(field.latest && {
          maxDate: dayjs(
            field.latest === "today"
              ? formatInstant(new Date(), zone).slice(0, 10)
              : field.latest,
          ),
        })}
      />
      {precision !== "day" && <SkippedTime wall={wall} zone={zone} />}
    </>
  );
}
