import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useRef, useState, type SyntheticEvent } from "react";
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
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(value);
  // The picker guesses at what is typed: no guess counts, only what somebody has picked.
  const typed = useRef<string>(null);
  const isPicked = useRef(false);
  const readable = isReadable(value, precision);
  if (readable && shown !== value) {
    setShown(value); // What cannot be read is typed on; the picker waits for the rest.
  }

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

  /** A press beside the text picks a day or a time, or clears. */
  function pick({ target }: SyntheticEvent) {
    if (!(target instanceof HTMLInputElement)) {
      typed.current = null;
      isPicked.current = true;
    }
  }

  return (
    <div
      onInput={({ target }) => {
        typed.current = (target as HTMLInputElement).value;
        isPicked.current = false;
        onChange?.(typed.current);
      }}
      onBlur={read}
      onMouseDown={pick}
      onKeyDown={pick}
    >
      <DatePicker
        {...shared}
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
        preserveInvalidOnBlur
        allowClear={!isRequired}
        open={open}
        onOpenChange={setOpen}
        onKeyDown={(event) => {
          // Escape closes the calendar and not the form around it as well.
          if (open && event.key === "Escape") {
            event.stopPropagation();
          }
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
