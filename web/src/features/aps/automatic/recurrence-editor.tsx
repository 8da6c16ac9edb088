import { Select } from "antd";
import type { ReactNode } from "react";
import { joined } from "@/i18n/joined";
import { useAutoTexts } from "./auto-texts";
import {
  clock,
  daysOfMonth,
  everyDay,
  hoursOfDay,
  rareDays,
  workdays,
  type Recurrence,
} from "./recurrence";

interface RecurrenceEditorProps {
  value: Recurrence;
  /** What is wrong, by the field that the server names. */
  faults: Partial<Record<string, string>>;
  disabled: boolean;
  onChange: (next: Recurrence) => void;
}

/** Offers days, and times on these days; nobody has to write an expression. */
export function RecurrenceEditor(props: RecurrenceEditorProps) {
  const { value, faults, disabled, onChange } = props;
  const t = useAutoTexts();
  const { every, weekdays = [], monthDays = [], lastDay, hours = [] } = value;
  const rare = rareDays(value);
  const fault = (field: string) => faultOf(faults, `recurrence.${field}`);
  return (
    <>
      <Group label={t("days")} fault={fault("every")}>
        <div className="auto-kinds">
          {(["day", "week", "month"] as const).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="auto-every"
                checked={every === kind}
                disabled={disabled}
                aria-invalid={fault("every") ? true : undefined}
                onChange={() => onChange({ ...value, every: kind })}
              />
              {t(`every_${kind}`)}
            </label>
          ))}
        </div>
      </Group>
      {every === "week" && (
        <Group label={t("weekdays")} fault={fault("weekdays")}>
          <Chips
            all={everyDay}
            chosen={weekdays}
            disabled={disabled}
            isWrong={Boolean(fault("weekdays"))}
            word={(day) => t(`day${day}` as "day1")}
            onChange={(next) => onChange({ ...value, weekdays: next })}
          >
            <button
              type="button"
              className="plain-link"
              disabled={disabled}
              onClick={() => onChange({ ...value, weekdays: workdays })}
            >
              {t("workdays")}
            </button>
          </Chips>
        </Group>
      )}
      {every === "month" && (
        <Group label={t("monthDays")} fault={fault("monthDays")}>
          <Chips
            all={daysOfMonth}
            chosen={lastDay ? [] : monthDays}
            disabled={disabled}
            isWrong={Boolean(fault("monthDays"))}
            word={(day) => t("monthDay", { day })}
            shown={String}
            onChange={(next) =>
              onChange({ ...value, monthDays: next, lastDay: false })
            }
          >
            <Chip
              label={t("lastDay")}
              checked={lastDay ?? false}
              disabled={disabled}
              onChange={(isOn) =>
                onChange({ ...value, lastDay: isOn, monthDays: [] })
              }
            />
          </Chips>
          {rare.length > 0 && (
            <p className="soft" role="status">
              {t("rareDays", { count: rare.length, days: joined(rare) })}
            </p>
          )}
        </Group>
      )}
      <Group label={t("time")} fault={fault("hours") ?? fault("minute")}>
        <Chips
          all={hoursOfDay}
          chosen={hours}
          disabled={disabled}
          isWrong={Boolean(fault("hours"))}
          className="auto-hours"
          word={(hour) => t("hour", { hour })}
          shown={(hour) => clock(hour, 0).slice(0, 2)}
          onChange={(next) => onChange({ ...value, hours: next })}
        />
        <label className="auto-minute">
          {t("minute")}
          <Select
            aria-label={t("minute")}
            showSearch
            value={value.minute ?? null}
            disabled={disabled}
            {...(fault("minute") && {
              status: "error" as const,
              "aria-invalid": true,
            })}
            onChange={(minute) => onChange({ ...value, minute: minute ?? 0 })}
            options={Array.from({ length: 60 }, (_none, minute) => ({
              value: minute,
              label: clock(0, minute).slice(3),
            }))}
          />
        </label>
      </Group>
    </>
  );
}

/** What is wrong with a field, or with one of what it lists. */
function faultOf(faults: Partial<Record<string, string>>, field: string) {
  const found = Object.entries(faults).find(
    ([name, text]) => text && (name === field || name.startsWith(`${field}.`)),
  );
  return found?.[1];
}

function Group(props: {
  label: string;
  fault: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="auto-group">
      <legend>{props.label}</legend>
      {props.children}
      {props.fault && (
        <p role="alert" data-meaning="late">
          {props.fault}
        </p>
      )}
    </fieldset>
  );
}

interface ChipsProps {
  all: readonly number[];
  chosen: readonly number[];
  disabled: boolean;
  isWrong: boolean;
  className?: string;
  /** What one is called. */
  word: (one: number) => string;
  /** What stands on it, where that is shorter. */
  shown?: (one: number) => string;
  onChange: (next: number[]) => void;
  children?: ReactNode;
}

function Chips(props: ChipsProps) {
  const {
    all,
    chosen,
    disabled,
    isWrong,
    word,
    shown = word,
    onChange,
  } = props;
  return (
    <div className={`auto-chips ${props.className ?? ""}`}>
      {all.map((one) => (
        <Chip
          key={one}
          label={word(one)}
          shown={shown(one)}
          checked={chosen.includes(one)}
          disabled={disabled}
          isWrong={isWrong}
          onChange={(isOn) =>
            onChange(
              isOn
                ? [...chosen, one].sort((a, b) => a - b)
                : chosen.filter((other) => other !== one),
            )
          }
        />
      ))}
      {props.children}
    </div>
  );
}

interface ChipProps {
  label: string;
  shown?: string;
  checked: boolean;
  disabled: boolean;
  isWrong?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A box to tick that is pressed like a button. */
function Chip(props: ChipProps) {
  const { label, shown = label, checked, disabled, isWrong, onChange } = props;
  return (
    <label className="auto-chip">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span aria-hidden="true">{shown}</span>
    </label>
  );
}
