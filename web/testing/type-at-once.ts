import { fireEvent } from "@testing-library/react";

/** Types faster than any wait, letter by letter: however slow the machine, nothing may be asked in between. */
export function typeAtOnce(field: HTMLElement, text: string) {
  for (let length = 1; length <= text.length; length += 1) {
    fireEvent.change(field, { target: { value: text.slice(0, length) } });
  }
}
