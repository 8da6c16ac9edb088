import { DatePicker, type DatePickerProps } from "antd";
import { useState } from "react";

/** A calendar of days whose Escape closes it alone, and not the panel or menu around it as well. */
export function DayPicker(props: DatePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <div
      onKeyDown={(event) => {
        if (open && event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          setOpen(false);
        }
      }}
    >
      <DatePicker {...props} open={open} onOpenChange={setOpen} />
    </div>
  );
}
