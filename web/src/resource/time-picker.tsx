import { Button, DatePicker, type GetRef } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
} from "react";
import { useUiTexts } from "@/ui/texts";
import { dayjsOf } from "./dayjs-of";
import { momentFrom } from "./time-text";

const day = "YYYY-MM-DD";
const minute = "YYYY-MM-DD HH:mm";

/** What a time may be: a day, a minute, or a time by which something is due: a day, for its end, or a minute. */
export type Precision = "day" | "minute" | "due";

const shapes: Record<Precision, RegExp> = {
  day: /^\d{4}-\d\d-\d\d$/,
  minute: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/,
  due: /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d)?$/,
};

/** Whether a text is such a time, or none. */
export const isReadable = (text: string, precision: Precision) =>
  text === "" ||
  (shapes[precision].test(text) &&
    dayjs(text).format(minute).startsWith(text.replace("T", " ")));

interface TimePickerProps {
  id?: string;
  /** The factory's clock as text: "2026-03-02 08:00", of a day "2026-03-02". */
  value?: string;
  onChange?: (wall: string) => void;
  precision?: Precision;
  isRequired?: boolean;
  /** The days that the calendar offers; the server refuses others that are typed. */
  minDate?: Dayjs;
  maxDate?: Dayjs;
  size?: "small";
  status?: "error" | "";
  disabled?: boolean;
  placeholder?: string;
  "aria-label"?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

/** A typed text in the shape of the precision: a day alone begins where nothing is due. */
function settled(typed: string, precision: Precision) {
  const text = momentFrom(typed);
  const full =
    precision === "minute" && isReadable(text, "day") && text !== ""
      ? `${text} 00:00`
      : text;
  return isReadable(full, precision) ? full : typed;
}

/** The month that a typed text names, also before its day is there. */
function monthOf(typed: string) {
  const match = /^(\d{4})\D(\d{1,2})(?!\d)/.exec(momentFrom(typed));
  const month = Number(match?.[2]);
  return match && month >= 1 && month <= 12
    ? dayjs(`${match[1]}-${String(month).padStart(2, "0")}-01`)
    : undefined;
}

/** Puts a text into an input as a person does: React hears of it. */
function write(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(
    HTMLInputElement.prototype,
    "value",
  )?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const cell = ".ant-picker-date-panel td.ant-picker-cell";
const clock = ".ant-picker-time-panel-cell";

/**
 * A calendar beside a text. What is typed is told letter by letter and read when the field is left; what cannot be read
 * stays, and is the server's to refuse.
 */
export function TimePicker(props: TimePickerProps) {
  const {
    value = "",
    onChange,
    precision = "minute",
    isRequired = false,
    ...shared
  } = props;
  const ui = useUiTexts();
  const [open, setOpen] = useState(false);
  const [month, setMonth] = useState<Dayjs>();
  const picker = useRef<GetRef<typeof DatePicker>>(null);
  const [shown, setShown] = useState(value);
  // The picker guesses at what is typed: no guess counts, only what somebody has picked.
  const typed = useRef<string>(null);
  const isPicked = useRef(false);
  const readable = isReadable(value, precision);
  if (readable && shown !== value) {
    setShown(value); // What cannot be read is typed on; the picker waits for the rest.
  }

  // What is given in from outside and cannot be read, such as half a date of a draft, is shown as it would be typed: the
  // picker itself takes dates alone.
  const field = useRef<HTMLDivElement>(null);
  const isGiven = useRef(false);
  useEffect(() => {
    const input = field.current?.querySelector("input");
    if (input && !isReadable(value, precision) && input.value !== value) {
      isGiven.current = true; // the calendar opens for what a person types
      write(input, value);
      isGiven.current = false;
    }
  }, [value, precision]);

  function read() {
    if (typed.current !== null) {
      onChange?.(settled(typed.current, precision));
      typed.current = null;
    }
  }

  function choose(picked: Dayjs | Dayjs[] | null) {
    if (isPicked.current) {
      onChange?.(textOf(dayjsOf(picked), precision));
    }
  }

  /** A press beside the text picks a day or a time, or clears: over what was typed, which counts first. */
  function pick({ target }: SyntheticEvent) {
    if (!(target instanceof HTMLInputElement)) {
      read();
      isPicked.current = true;
    }
  }

  function close() {
    setOpen(false);
    picker.current?.focus();
  }

  /** The calendar covers the fields below: it goes once enough is picked, and Tab leads from the text to the next field. */
  function settle({ target, detail }: MouseEvent) {
    if (!(target instanceof Element) || detail === 0) {
      return;
    }
    const isDay = target.closest(cell) !== null;
    const isMinute = target.closest(`[data-type="minute"] ${clock}`) !== null;
    if (isMinute || (isDay && precision !== "minute")) {
      close();
    } else if (isDay || target.closest(clock)) {
      picker.current?.focus();
    }
  }

  function press(event: KeyboardEvent) {
    // Escape closes the calendar, wherever in it the focus is, and not the form around it as well.
    if (open && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    pick(event);
  }

  return (
    <div
      ref={field}
      onInput={({ target }) => {
        typed.current = (target as HTMLInputElement).value;
        isPicked.current = false;
        onChange?.(typed.current);
        setMonth((before) => monthOf(typed.current!) ?? before);
      }}
      onBlur={read}
      onMouseDown={pick}
      onClick={settle}
      onKeyDown={press}
    >
      <DatePicker
        {...shared}
        ref={picker}
        className="field-fill"
        // No function: with one the library lets nobody type.
        format={
          precision === "day"
            ? day
            : precision === "minute"
              ? minute
              : shown.length > day.length
                ? [minute, day]
                : [day, minute]
        }
        showTime={precision !== "day" && { format: "HH:mm" }}
        // What was typed counts without a press of OK.
        needConfirm={false}
        previewValue={false} // a day that is only pointed at would hide what is typed
        preserveInvalidOnBlur
        allowClear={!isRequired}
        open={open}
        onOpenChange={(next) => !isGiven.current && setOpen(next)}
        {...(month && { pickerValue: month })}
        onPickerValueChange={setMonth}
        renderExtraFooter={() =>
          precision !== "day" && (
            <Button size="small" type="link" onClick={close}>
              {ui("close")}
            </Button>
          )
        }
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            read();
            if (open) {
              event.preventDefault(); // it chooses the time, and is no save yet
            }
          }
        }}
        value={shown && isReadable(shown, precision) ? dayjs(shown) : null}
        onChange={choose}
        onCalendarChange={choose} // at once, for a save that follows at once
      />
    </div>
  );
}

function textOf(at: Dayjs | null | undefined, precision: Precision) {
  if (!at) {
    return "";
  }
  const text = at.format(precision === "day" ? day : minute);
  return precision === "due" ? text.replace(" 00:00", "") : text;
}
