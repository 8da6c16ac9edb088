import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { FieldInput } from "./field-input";
import type { Field } from "./metadata";

const delivery: Field = {
  key: "delivery",
  kind: "instant",
  label: { zh: "交期", en: "Delivery" },
  required: true,
  unique: false,
  readOnly: false,
  hideInList: false,
  endsDay: true,
};

const told: unknown[] = [];
beforeEach(() => (told.length = 0));

async function show(value: string | null, field = delivery) {
  await switchLanguage("en");
  function Host() {
    const [now, setNow] = useState<unknown>(value);
    return (
      <>
        <label htmlFor="due">Delivery</label>
        <FieldInput
          id="due"
          field={field}
          value={now}
          names={{}}
          disabled={false}
          faults={{}}
          onChange={(next) => {
            told.push(next);
            setNow(next);
          }}
        />
      </>
    );
  }
  render(<Host />);
  return { user: userEvent.setup(), box: screen.getByLabelText("Delivery") };
}

test("a due date without a time shows its day, and stays as it is when nobody touches it", async () => {
  const { user, box } = await show("2026-03-20T16:00:00Z");
  expect(box).toHaveValue("2026-03-20");
  await user.click(box);
  await user.tab();
  expect(told).toEqual([]);
});

// A due date is typed key by key, beside another one of either form, and counts without a press of Enter.
test.each([
  ["2026-03-20T16:00:00Z", "2026-03-25", "2026-03-25T16:00:00.000Z"],
  ["2026-03-20T16:00:00Z", "2026-03-26 17:30", "2026-03-26T09:30:00.000Z"],
  ["2026-03-20T09:00:00Z", "2026-03-25", "2026-03-25T16:00:00.000Z"],
  [null, "2026-03-26 17:30", "2026-03-26T09:30:00.000Z"],
])(
  "at %s, %s means the end of the day, or its own time",
  async (was, typed, at) => {
    const { user, box } = await show(was);
    await user.clear(box);
    await user.type(box, typed);
    expect(box).toHaveValue(typed);
    await user.tab();
    expect(told.at(-1)).toBe(at);
    expect(box).toHaveValue(typed);
  },
);

test.each([
  [{ kind: "date", endsDay: false }, "2026-03-25", "2026-03-25"],
  [
    { kind: "instant", endsDay: false },
    "2026-03-26 17:30",
    "2026-03-26T09:30:00.000Z",
  ],
] as const)("%o is typed too", async (more, typed, at) => {
  const { user, box } = await show(null, { ...delivery, ...more });
  await user.type(box, typed);
  await user.tab();
  expect(told.at(-1)).toBe(at);
  expect(box).toHaveValue(typed);
});

test("half a date is never the one before it, and gives way to it when the field is left", async () => {
  const { user, box } = await show("2026-03-20T16:00:00Z");
  await user.type(box, "{Backspace}");
  expect(box).toHaveValue("2026-03-2");
  expect(told.at(-1)).toBe("2026-03-2");
  await user.click(document.body);
  expect(told.at(-1)).toBe("2026-03-20T16:00:00.000Z");
  await waitFor(() => expect(box).toHaveValue("2026-03-20"));
});

const number = (more: Partial<Field>): Field => ({
  ...delivery,
  kind: "decimal",
  endsDay: false,
  ...more,
});
const percent = { zh: "%", en: "%" };

// VALID-02, VALID-03
test.each([
  ["1a2.3b.4", { min: 0 }, 12.34],
  ["-5 mm", { min: 0 }, 5],
  ["-5 mm", {}, -5],
  ["1000", { min: 0, max: 100, unit: percent }, 100],
  ["33.333333333", { min: 0, max: 100, unit: percent }, 33.333333],
])("a number field makes of “%s” within %o: %d", async (typed, more, value) => {
  const { box } = await show(null, number(more));
  fireEvent.change(box, { target: { value: typed } });
  expect(told.at(-1)).toBe(value);
});
