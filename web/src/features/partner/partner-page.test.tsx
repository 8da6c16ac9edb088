import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { HomePage } from "@/shell/home-page";
import { fakeServer } from "../../../testing/fake-server";
import { userAt } from "../../../testing/places";
import { showPage } from "../../../testing/show-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const order = {
  id: "o1",
  version: 3,
  orderNo: "WX-1",
  factory: "Plant",
  zone: "Asia/Shanghai",
  mouldNo: "M1",
  partNo: "P1",
  partName: "Core",
  operation: "Heat treatment",
  batch: "B1",
  quantity: 4,
  ordered: "2026-01-05T02:00:00Z",
  promised: "2030-01-09T16:00:00Z",
  promisedDay: "2030-01-09",
  earliestDay: "2029-12-30",
  received: null,
  state: "toConfirm" as const,
  confirmed: false,
  remark: "",
};

const mould = {
  mouldNo: "M1",
  name: "Lamp",
  zone: "Asia/Shanghai",
  delivery: "2030-03-20T16:00:00Z",
  plannedEnd: "2030-03-23T16:00:00Z",
  share: 0.999,
  state: "late" as const,
};

async function show(
  guest: "supplier" | "customer",
  fakes: Parameters<typeof fakeServer>[0],
) {
  const sent = fakeServer({
    "GET upms/logo": () => ({ data: { logos: [] } }),
    ...fakes,
  });
  const { user } = await showPage(<HomePage />, {
    user: { ...userAt("a", ""), guest },
  });
  return { sent, user };
}

async function choose(state: string) {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Status" }));
  fireEvent.click(await screen.findByTitle(state));
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("the home of a supplier's person is what they have to deliver, and asks for nothing else", async () => {
  const { sent } = await show("supplier", {
    "GET upms/partner-order": ({ query }) => ({
      data: {
        rows:
          query.get("delivered") === "true"
            ? [
                {
                  ...order,
                  state: "delivered",
                  received: "2030-01-08T02:00:00Z",
                },
              ]
            : [order],
      },
    }),
  });
  const rows = await screen.findAllByRole("row");
  expect(
    screen.getByRole("heading", { name: "My batches to deliver" }),
  ).toBeVisible();
  expect(cells(rows[1]!)).toEqual([
    ...["WX-1", "Plant", "M1", "P1 Core", "Heat treatment", "B1", "4"],
    ...["2026-01-05", "2030-01-09", "▲To confirm", "Confirm date"],
  ]);
  await choose("Overdue");
  await screen.findByText("Nothing matches the search");
  fireEvent.click(screen.getByRole("tab", { name: "Delivered" }));
  await screen.findByText("2030-01-08");
  expect(screen.queryByRole("button", { name: /date of order/ })).toBeNull();
  const asked = new Set(sent.map(({ path }) => path));
  expect([...asked].filter((path) => /home|first-hour|job/.test(path))).toEqual(
    [],
  );
});

test("a date is confirmed with the version that was shown, and what the server says stands beside the field", async () => {
  let refuse = true;
  const { sent, user } = await show("supplier", {
    "GET upms/partner-order": () => ({ data: { rows: [order] } }),
    "POST upms/partner-order/o1/promise": () =>
      refuse
        ? {
            status: 422,
            code: 422,
            message: "Please correct",
            data: [
              {
                field: "promised",
                rule: "past",
                message: "It must not lie before today",
                texts: {
                  zh: "不能早于今天",
                  en: "It must not lie before today",
                },
              },
            ],
          }
        : { data: { ...order, version: 4 } },
  });
  await user.click(
    await screen.findByRole("button", {
      name: "Confirm the date of order “WX-1”",
    }),
  );
  await user.type(screen.getByLabelText("Remark"), "in two lots");
  const confirm = screen.getByRole("button", {
    name: "Confirm delivery on 2030-01-09",
  });
  await user.click(confirm);
  await screen.findByText("It must not lie before today");
  refuse = false;
  await user.click(confirm);
  await screen.findByText("Date of order “WX-1” confirmed");
  const bodies = sent
    .filter(({ method }) => method === "POST")
    .map(({ body }) => body);
  expect(bodies.at(-1)).toEqual({
    version: 3,
    promised: "2030-01-09",
    remark: "in two lots",
  });
});

test("who confirms what has changed meanwhile is shown how it stands now, and confirms that", async () => {
  const newer = {
    ...order,
    version: 9,
    promised: "2030-02-01T16:00:00Z",
    promisedDay: "2030-02-01",
  };
  let isFirst = true;
  const { sent, user } = await show("supplier", {
    "GET upms/partner-order": () => ({
      data: { rows: [isFirst ? order : newer] },
    }),
    "POST upms/partner-order/o1/promise": () => {
      if (isFirst) {
        isFirst = false;
        return {
          status: 409,
          code: 20009,
          message: "changed",
          data: { name: "WX-1", current: newer, changedBy: "", changedAt: "" },
        };
      }
      return { data: newer };
    },
  });
  await user.click(
    await screen.findByRole("button", { name: /Confirm the date of order/ }),
  );
  await user.click(
    screen.getByRole("button", { name: "Confirm delivery on 2030-01-09" }),
  );
  await screen.findByText(/This order has just been changed/);
  expect(
    within(screen.getByRole("dialog")).getByText("2030-02-01"),
  ).toBeVisible();
  // What was chosen stays, and is said to differ.
  await screen.findByText(/Not the 2030-02-01 that was promised before/);
  await user.click(
    screen.getByRole("button", { name: "Confirm delivery on 2030-01-09" }),
  );
  await waitFor(() =>
    expect(
      sent.filter(({ method }) => method === "POST").at(-1)?.body,
    ).toMatchObject({ version: 9, promised: "2030-01-09" }),
  );
});

test("the home of a customer's person is their moulds, with the figures of the mould's own page", async () => {
  await show("customer", {
    "GET upms/partner-mould": () => ({ data: { rows: [mould] } }),
  });
  const rows = await screen.findAllByRole("row");
  expect(screen.getByRole("heading", { name: "My moulds" })).toBeVisible();
  expect(cells(rows[1]!)).toEqual([
    ...["M1", "Lamp", "2030-03-20", "2030-03-24 00:00", "99%", "■3 days late"],
  ]);
});
