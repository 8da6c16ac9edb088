import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { partsOf } from "./capacity-bar";
import { CapacityPage } from "./capacity-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  session.clear();
  await switchLanguage("en");
});

const nothing = {
  ...{ available: 0, planned: 0, locked: 0, free: 0, beyond: 0 },
  ...{ outsourced: 0, overload: 0, load: null, cumulativeFree: 0 },
};

const milling = {
  ...{ section: "Milling", group: "CNC", people: false, units: 3 },
  total: {
    ...{ available: 240, planned: 28, locked: 10, free: 215, beyond: 3 },
    ...{ outsourced: 4, overload: 6, load: 11.666667, cumulativeFree: 215 },
  },
  days: [
    {
      ...{ date: "2026-03-02", available: 48, planned: 20, locked: 10 },
      ...{ free: 28, beyond: 0, outsourced: 4, overload: 6 },
      ...{ load: 41.666667, cumulativeFree: 28 },
    },
  ],
};

const detail = {
  ...{ capacityDate: "2026-03-02", zone: "Asia/Shanghai", days: [] },
  inForce: {
    ...{ scheduleId: "s1", name: "March", planNumber: 2 },
    ...{ since: "2026-03-01T00:00:00Z", publisherName: "Ann" },
  },
  groups: [
    milling,
    {
      ...{ section: "", group: "", people: false, units: 0 },
      total: { ...nothing, outsourced: 48 },
      days: [{ ...nothing, date: "2026-03-02", outsourced: 48 }],
    },
  ],
};

async function shows(answer: object = detail, at = "/?date=2026-03-02") {
  const asked: unknown[] = [];
  looseServer({
    "POST aps/capacity/detail/query": ({ body }) => {
      asked.push(body);
      return { data: answer };
    },
  });
  const may = ["aps.schedule.check", "aps.capacity.export"];
  return { asked, ...(await showPage(<CapacityPage />, { at, may })) };
}

// APS-CAP-02, APS-API-10
test("each group is drawn and told, with its days when it is pressed", async () => {
  const { asked, user } = await shows();
  expect(
    await screen.findByRole("img", {
      name: "Locked 10 h, Planned 15 h, Beyond 3 h, Free 215 h, Outsourced 4 h, Overload 6 h",
    }),
  ).toBeVisible();
  expect(asked).toEqual([{ capacityDate: "2026-03-02", days: 14 }]);
  const fold = screen.getByRole("button", { name: "Days of CNC" });
  expect(
    within(fold.closest("tr")!).getAllByRole("cell").slice(1),
  ).toHaveLength(10);
  expect(fold.closest("tr")).toHaveTextContent(
    /CNCMilling3240281021534611\.7 %215$/,
  );
  expect(screen.queryByText("2026-03-02")).toBeNull();
  await user.click(fold);
  expect(fold).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("2026-03-02").closest("tr")).toHaveTextContent(
    /^2026-03-0248201028046\D*41\.7 %28$/,
  );
});

test("what goes outside without a group is shown, and has no load", async () => {
  await shows();
  const row = (
    await screen.findByRole("button", { name: "Days of No group" })
  ).closest("tr")!;
  expect(row).toHaveTextContent(/No section000000480–0$/);
});

// APS-CAP-05
test("without a capacity date one is asked for, and nothing of the server", async () => {
  const { asked } = await shows(detail, "/?date=");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Please choose a capacity date",
  );
  expect(asked).toEqual([]);
});

test("days and group stand in the address", async () => {
  const { asked, router, user } = await shows(
    detail,
    "/?date=2026-03-02&days=28&group=CNC",
  );
  expect(
    await screen.findByRole("button", { name: "Days of CNC" }),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Days of No group" })).toBeNull();
  expect(asked).toEqual([{ capacityDate: "2026-03-02", days: 28 }]);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Days" }));
  await user.click(await screen.findByTitle("7 days"));
  expect(router.state.location.search).toBe(
    "?date=2026-03-02&days=7&group=CNC",
  );
  expect(asked).toContainEqual({ capacityDate: "2026-03-02", days: 7 });
});

test("what has no name is no choice of its own", async () => {
  await shows();
  await screen.findByRole("button", { name: "Days of CNC" });
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Resource group" }));
  await screen.findByTitle("CNC");
  expect(
    [...document.querySelectorAll(".ant-select-item-option")].map(
      (option) => option.textContent,
    ),
  ).toEqual(["All groups", "CNC"]);
});

test("a group that is not there is taken back", async () => {
  const { user } = await shows(detail, "/?date=2026-03-02&group=gone");
  await user.click(
    await screen.findByRole("button", { name: "Clear filters" }),
  );
  expect(screen.getByRole("button", { name: "Days of CNC" })).toBeVisible();
});

test("before a plan is in force the page says so and leads to the schedules", async () => {
  await shows({ ...detail, inForce: null, groups: [] });
  expect(await screen.findByText(/No plan is in force yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open schedules" })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

test("no hour stands in two parts of a bar", () => {
  const of = { ...nothing, planned: 20, locked: 18, beyond: 5, free: 4 };
  expect(partsOf(of)).toEqual({
    ...{ locked: 18, beyond: 2, planned: 0, free: 4 },
    ...{ outsourced: 0, overload: 0 },
  });
});
