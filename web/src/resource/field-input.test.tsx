import {
  act,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type FormEvent } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session, type UserData } from "@/session/session";
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
/** What the form around the field hears of Escape. */
const escapes: unknown[] = [];
beforeEach(() => {
  told.length = 0;
  escapes.length = 0;
});

async function show(
  value: string | null,
  field = delivery,
  onSubmit?: (event: FormEvent) => void,
) {
  await switchLanguage("en");
  function Host() {
    const [now, setNow] = useState<unknown>(value);
    return (
      <form
        onSubmit={onSubmit}
        onKeyDown={({ key }) => key === "Escape" && escapes.push(key)}
      >
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
        <button />
      </form>
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

// A day alone begins where nothing is due; whatever people type between the figures is read.
test.each([
  ["minute", "2026-03-25", "2026-03-24T16:00:00.000Z", "2026-03-25 00:00"],
  ["minute", "2026/3/5", "2026-03-04T16:00:00.000Z", "2026-03-05 00:00"],
  [
    "minute",
    "2026年3月5日 8:30",
    "2026-03-05T00:30:00.000Z",
    "2026-03-05 08:30",
  ],
  ["due", "2026-03-05 8:00", "2026-03-05T00:00:00.000Z", "2026-03-05 08:00"],
  ["due", "2026/3/5", "2026-03-05T16:00:00.000Z", "2026-03-05"],
  ["day", "2026.3.5", "2026-03-05", "2026-03-05"],
] as const)("a %s takes %s", async (precision, typed, at, shown) => {
  const { user, box } = await show(
    precision === "day" ? "2026-01-02" : "2026-01-02T01:00:00Z",
    {
      ...delivery,
      kind: precision === "day" ? "date" : "instant",
      endsDay: precision === "due",
    },
  );
  await user.clear(box);
  await user.type(box, typed);
  await user.tab();
  expect(told.at(-1)).toBe(at);
  await waitFor(() => expect(box).toHaveValue(shown));
});

test.each(["due", "minute", "day"])(
  "half a date in a %s stays as it is typed, for the server to refuse, never the one before it",
  async (precision) => {
    const { user, box } = await show(
      precision === "day" ? "2026-03-20" : "2026-03-20T16:00:00Z",
      {
        ...delivery,
        kind: precision === "day" ? "date" : "instant",
        endsDay: precision === "due",
      },
    );
    await user.clear(box);
    await user.type(box, "2026-0");
    await user.click(document.body);
    expect(told.at(-1)).toBe("2026-0");
    await waitFor(() =>
      expect(document.querySelector(".ant-picker-focused")).toBeNull(),
    );
    expect(box).toHaveValue("2026-0");
    // What is typed on is read.
    await user.type(box, "3-21");
    await user.tab();
    expect(String(told.at(-1))).toMatch(/^2026-03-2[01]/);
  },
);

test.each(["due", "minute"])(
  "a day in a %s that no instant of ours follows stays as it is typed, for the server to refuse",
  async (precision) => {
    const { user, box } = await show(null, {
      ...delivery,
      kind: "instant",
      endsDay: precision === "due",
    });
    const last = precision === "due" ? "9999-12-31" : "9999-12-31 08:00";
    await user.type(box, last);
    await user.tab();
    expect(told.at(-1)).not.toBeNull();
    expect(box).toHaveValue(last);
  },
);

test("a time that the clock leaves out is told so and goes to the server as it is typed, never as the hour after it", async () => {
  session.set({ userData: { factoryZone: "Europe/Berlin" } as UserData });
  const { user, box } = await show(null, start);
  await user.type(box, "2027-03-28 02:30");
  await user.click(document.body);
  expect(told.at(-1)).toBe("2027-03-28 02:30");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "There is no 02:30 on that day",
  );
  await user.clear(box);
  await user.type(box, "2027-03-28 03:30");
  await user.click(document.body);
  expect(told.at(-1)).toBe("2027-03-28T01:30:00.000Z");
  expect(screen.queryByRole("alert")).toBeNull();
  session.clear();
});

test.each([false, true])(
  "a day of the calendar counts at once, also after something typed: %s",
  async (isTyped) => {
    const { user, box } = await show("2026-03-20T09:00:00Z");
    await user.click(box);
    if (isTyped) {
      await user.clear(box);
      await user.type(box, "2026-03-09");
    }
    const day = await waitFor(
      () => document.querySelector('td[title="2026-03-17"]')!,
    );
    await user.click(day.firstElementChild!);
    expect(String(told.at(-1))).toMatch(/^2026-03-17T/);
    expect((box as HTMLInputElement).value).toMatch(/^2026-03-17/);
    const picked = told.at(-1);
    await user.tab();
    expect(told.at(-1)).toBe(picked);
  },
);

const dayCell = (date: string) =>
  waitFor(() => {
    const cell = document.querySelector(`td[title="${date}"]`);
    expect(cell).not.toBeNull();
    return cell!.firstElementChild!;
  });
const isOpen = () =>
  document.querySelector(".ant-picker-dropdown:not(.ant-slide-up-leave)") !==
  null;
const start = { ...delivery, endsDay: false };

/** Tab leads to what clears the field, then to what follows it. */
async function leave(user: ReturnType<typeof userEvent.setup>) {
  await user.tab();
  await user.tab();
  expect(document.querySelector("form > button")).toHaveFocus();
}

test("a picked day closes the calendar where a day says enough, and Tab leads on from the text", async () => {
  const { user, box } = await show("2026-03-20T09:00:00Z");
  await user.click(box);
  await user.click(await dayCell("2026-03-17"));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(box).toHaveFocus();
  await leave(user);
});

test("where a time is wanted the calendar stays until a minute is picked, Tab leads past it", async () => {
  const { user, box } = await show("2026-03-20T09:00:00Z", start);
  await user.click(box);
  await user.click(await dayCell("2026-03-17"));
  expect(isOpen()).toBe(true);
  expect(box).toHaveFocus();
  await leave(user);
  await waitFor(() => expect(isOpen()).toBe(false));
  await user.click(box);
  const minute = await waitFor(
    () => document.querySelectorAll('[data-type="minute"] li')[30]!,
  );
  await user.click(minute.firstElementChild!);
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(box).toHaveValue("2026-03-17 17:30");
});

test.each([false, true])(
  "Escape closes an open calendar alone, also from within it: %s",
  async (isWithin) => {
    const { user, box } = await show("2026-03-20T09:00:00Z", start);
    await user.click(box);
    await dayCell("2026-03-17");
    if (isWithin) {
      act(() =>
        document
          .querySelector<HTMLElement>(".ant-picker-panel-container")!
          .focus(),
      );
    }
    await user.keyboard("{Escape}");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(box).toHaveFocus();
    expect(escapes).toHaveLength(0);
    await user.keyboard("{Escape}");
    expect(escapes).toHaveLength(1);
  },
);

test.each([
  ["2026/5/1", "2026-05-17", "2026-05-17 00:00"],
  ["2026-05", "2026-05-17", "2026-05-17 00:00"],
  ["2026/5/1 8:30", "2026-05-17", "2026-05-17 08:30"],
])(
  "the calendar shows the month of “%s” while it is typed, and a pick takes it",
  async (typed, day, taken) => {
    const { user, box } = await show("2026-03-20T09:00:00Z", start);
    await user.click(box);
    await user.clear(box);
    await user.type(box, typed);
    await user.click(await dayCell(day));
    await waitFor(() => expect(box).toHaveValue(taken));
  },
);

test("Enter takes the time that is typed, and sends no form while the calendar is open", async () => {
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  const { user, box } = await show(null, delivery, sent);
  await user.click(box);
  await user.type(box, "2026-03-05 8:00{Enter}");
  expect(told.at(-1)).toBe("2026-03-05T00:00:00.000Z");
  expect(sent).not.toHaveBeenCalled();
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

const isOffered = (date: string) =>
  !document
    .querySelector(`td[title="${date}"]`)!
    .classList.contains("ant-picker-cell-disabled");

// A birthday lies neither before 1900 nor after today: the calendar offers no such day.
test("the calendar offers the days of the field's span", async () => {
  const birthday: Field = {
    ...delivery,
    kind: "date",
    endsDay: false,
    earliest: "1985-03-02",
    latest: "1985-03-20",
  };
  const { user, box } = await show("1985-03-10", birthday);
  await user.click(box);
  await dayCell("1985-03-02");
  expect(
    ["1985-03-01", "1985-03-02", "1985-03-20", "1985-03-21"].map(isOffered),
  ).toEqual([false, true, true, false]);
});

test("the calendar offers no day after today where a field has none", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T20:00:00Z") });
  const { user, box } = await show("2026-03-10", {
    ...delivery,
    kind: "date",
    endsDay: false,
    latest: "today",
  });
  await user.click(box);
  await dayCell("2026-03-10");
  // It is the 11th in Shanghai.
  expect(["2026-03-11", "2026-03-12"].map(isOffered)).toEqual([true, false]);
  vi.useRealTimers();
});

test("half a date that a draft gives back is shown as it is, and typed on", async () => {
  const { user, box: field } = await show("2026-12-");
  expect(field).toHaveValue("2026-12-");
  // Nothing opens over the form, and nothing else is told than what stands there.
  expect(document.querySelector(".ant-picker-dropdown")).toBeNull();
  expect(told.filter((one) => one !== "2026-12-")).toEqual([]);
  await user.click(field);
  await user.tab();
  expect(field).toHaveValue("2026-12-");
  await user.type(field, "05");
  await user.tab();
  expect(field).toHaveValue("2026-12-05");
});
