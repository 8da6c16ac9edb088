import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { dayjsOf } from "@/resource/dayjs-of";

const format = "YYYY-MM-DD HH:mm";

/** A due date reads as the day alone, unless a time is given. */
const dayOrTime = (at: Dayjs) => at.format(format).replace(" 00:00", "");

interface TimePickerProps {
  id?: string;
  /** The factory's clock as text: "2026-03-02 08:00", of a due date the day alone. */
  value?: string;
  onChange?: (wall: string) => void;
  /** A day without a time means its end. */
  endsDay?: boolean;
  isRequired?: boolean;
}

const day = "YYYY-MM-DD";

const shape = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d)?$/;

/** The picker of the lists for a form that keeps its times as text: what is typed stands in the form letter by letter. */
export function TimePicker({
  id,
  value = "",
  onChange,
  endsDay = false,
  isRequired = false,
}: TimePickerProps) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(value);
  const isReadable =
    value === "" || (shape.test(value) && dayjs(value).isValid());
  if (isReadable && shown !== value) {
    setShown(value); // What cannot be read is typed on; the picker waits for the rest.
  }
  return (
    <div
      onInput={({ target }) => onChange?.((target as HTMLInputElement).value)}
      onBlur={() => {
        if (!isReadable) {
          onChange?.(shown); // The picker goes back to it by itself.
        }
      }}
    >
      <DatePicker
        {...(id && { id })}
        className="field-fill"
        // No function: with one the library lets nobody type.
        format={
          !endsDay
            ? format
            : shown.length > day.length
              ? [format, day]
              : [day, format]
        }
        showTime={{ format: "HH:mm" }}
        // What was typed counts without a press of OK.
        needConfirm={false}
        allowClear={!isRequired}
        open={open}
        onOpenChange={setOpen}
        onKeyDown={(event) => {
          // Escape closes the calendar and not the form around it as well.
          if (open && event.key === "Escape") {
            event.stopPropagation();
          }
        }}
        value={shown ? dayjs(shown) : null}
        onChange={(picked) => {
          const at = dayjsOf(picked);
          onChange?.(at ? (endsDay ? dayOrTime(at) : at.format(format)) : "");
        }}
      />
    </div>
  );
}
