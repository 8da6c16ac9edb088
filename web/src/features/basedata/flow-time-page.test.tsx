import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Providers } from "@/app/providers";
import { recordPath } from "@/app/record-path";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer, type Sent } from "../../../testing/fake-server";
import { loseSession } from "../../../testing/lose-session";
import { typeAtOnce } from "../../../testing/type-at-once";
import { FlowTimePage } from "./flow-time-page";
import {
  intersection,
  linesOf,
  newLines,
  onto,
  type Place,
} from "./flow-times";

const group = (id: string): Place => ({
  id,
  kind: "group",
  name: id.toUpperCase(),
  title: "",
  groupId: id,
});
const machine = (id: string, groupId: string): Place => ({
  ...group(id),
  kind: "machine",
  groupId,
});

const places = [group("cnc"), group("edm"), machine("c1", "cnc")];
const rows = [
  { id: "f1", version: 1, up: "cnc", down: "edm", transferHours: 1 },
  { id: "f2", version: 4, up: "edm", down: "cnc", transferHours: 2 },
];

type Handlers = Parameters<typeof fakeServer>[0];

async function show(
  handlers: Handlers = {},
  rights = ["modify", "delete"],
  at = "/",
) {
  await switchLanguage("en");
  session.set({
    permitted: Object.fromEntries(
      rights.map((one) => [`aps.flowTime.${one}`, true]),
    ),
  });
  const sent = fakeServer({
    "POST aps/flowTime/get": () => ({ data: { rows, places } }),
    ...handlers,
  });
  const Screen = () => (
    <Providers>
      <FlowTimePage />
    </Providers>
  );
  const router = createMemoryRouter([{ path: "/", Component: Screen }], {
    initialEntries: [at],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole("table");
  return { sent, user: userEvent.setup() };
}

const pairs = () =>
  screen
    .getAllByRole("spinbutton", { name: /^Flow time \(h\), / })
    .map((input) => input.getAttribute("aria-label")!.slice(15));

const saved = (sent: Sent[]) =>
  sent.filter(({ path }) => path === "aps/flowTime/save");
const hours = (pair: string) =>
  screen.getByRole("spinbutton", { name: `Flow time (h), ${pair}` });

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the entry", recordPath("flow-time", "f2"), ["EDM → CNC"]],
  ["those behind", "/aps/flow-time?f.upGroupId=cnc", ["CNC → EDM"]],
  ["those before", "/aps/flow-time?f.downGroupId=cnc", ["EDM → CNC"]],
  ["those before a machine", "/aps/flow-time?f.downMachineId=c1", ["EDM → C1"]],
] as const)(
  "a link to what keeps a place from being deleted shows %s, and all on request",
  async (_what, path, shown) => {
    const more = [
      ...rows,
      { id: "f3", version: 1, up: "edm", down: "c1", transferHours: 3 },
    ];
    const answer = () => ({ data: { rows: more, places } });
    const { user } = await show(
      { "POST aps/flowTime/get": answer },
      ["modify"],
      path!.replace("/aps/flow-time", "/"),
    );
    expect(pairs()).toEqual(shown);
    expect(recordPath("flow-time", "")).toBe("/aps/flow-time");
    await user.click(
      screen.getByRole("button", { name: "Show all flow times" }),
    );
    expect(pairs()).toHaveLength(3);
    expect(screen.queryByText("Show all flow times")).toBeNull();
  },
);

// APS-FLOW-01, APS-FLOW-02, APS-FLOW-05.
test("only lines that are ticked are saved; typing ticks", async () => {
  const { sent, user } = await show({
    "POST aps/flowTime/save": () => ({ data: { count: 1 } }),
  });
  await user.clear(hours("CNC → EDM"));
  await user.type(hours("CNC → EDM"), "1.5");
  await user.clear(hours("EDM → CNC"));
  await user.type(hours("EDM → CNC"), "3");
  expect(screen.getByLabelText("Tick line 1")).toBeChecked();
  await user.click(screen.getByLabelText("Tick line 2"));
  await user.click(screen.getByRole("button", { name: "Save what is ticked" }));
  await waitFor(() => expect(saved(sent)).toHaveLength(1));
  expect(saved(sent)[0]!.body).toEqual({
    rows: [
      { id: "f1", version: 1, up: "cnc", down: "edm", transferHours: 1.5 },
    ],
  });
  // The other line keeps what was typed, not saved.
  expect(hours("EDM → CNC")).toHaveValue("3");
  expect(await screen.findByText("Not saved")).toBeVisible();
});

test("hours typed while a save is under way stay, ticked, and a second Ctrl+S sends nothing", async () => {
  let hoursNow = 1;
  const { sent, user } = await show({
    "POST aps/flowTime/get": () => ({
      data: {
        rows: [{ ...rows[0], version: hoursNow, transferHours: hoursNow }],
        places,
      },
    }),
    "POST aps/flowTime/save": () => ({ data: { count: 1 } }),
  });
  const answering = globalThis.fetch;
  let release = () => {};
  const gate = new Promise<void>((open) => (release = open));
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const answer = await answering(url, init);
    if (url.includes("flowTime/save")) {
      await gate;
    }
    return answer;
  });
  await user.clear(hours("CNC → EDM"));
  await user.type(hours("CNC → EDM"), "2");
  await user.keyboard("{Control>}s{/Control}");
  await user.keyboard("{Control>}s{/Control}");
  await user.clear(hours("CNC → EDM"));
  await user.type(hours("CNC → EDM"), "3");
  expect(saved(sent)).toHaveLength(1);
  hoursNow = 2;
  release();
  await screen.findByText("Not saved");
  await waitFor(() => expect(hours("CNC → EDM")).toHaveValue("3"));
  expect(screen.getByLabelText("Tick line 1")).toBeChecked();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saved(sent)).toHaveLength(2));
  expect(saved(sent)[1]!.body.rows).toMatchObject([
    { version: 2, transferHours: 3 },
  ]);
});

test("an edit keeps the version that it was typed onto", () => {
  const entry = { id: "f1", version: 1, up: "a", down: "b", transferHours: 1 };
  const [line] = linesOf([{ ...entry, version: 2, transferHours: 7 }], [], {
    f1: { hours: 3, on: entry },
  });
  expect(line).toMatchObject({ entry: { version: 1 }, hours: 3 });
  const now = { ...entry, version: 2 };
  expect(onto([now], { f1: { hours: 3, on: entry } })).toEqual({
    f1: { hours: 3, on: now },
  });
});

test("nothing ticked is said, not sent", async () => {
  const { sent, user } = await show();
  await user.click(screen.getByRole("button", { name: "Save what is ticked" }));
  expect(
    await screen.findByText("Tick the entries to save first"),
  ).toBeVisible();
  expect(saved(sent)).toHaveLength(0);
});

test("a fault lands on its line", async () => {
  const { user } = await show({
    "POST aps/flowTime/save": () => ({
      status: 422,
      code: 422,
      message: "Please correct the marked fields",
      data: [
        { field: "rows.0.transferHours", rule: "max", message: "Too long" },
      ],
    }),
  });
  await user.type(hours("EDM → CNC"), "99");
  await user.click(screen.getByRole("button", { name: "Save what is ticked" }));
  const line = (await screen.findByText("Too long")).closest("tr")!;
  expect(within(line).getByLabelText("Tick line 2")).toBeChecked();
  expect(hours("EDM → CNC")).toHaveAttribute("aria-invalid", "true");
});

test("deleting asks first", async () => {
  const { sent, user } = await show({
    "POST aps/flowTime/remove": () => ({ data: { count: 1 } }),
  });
  await user.click(screen.getByLabelText("Tick line 1"));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const asked = await screen.findByRole("dialog");
  expect(asked).toHaveTextContent("Delete 1 flow time?");
  await user.click(within(asked).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith("remove"))?.body).toEqual({
      ids: ["f1"],
      versions: { f1: 1 },
    }),
  );
});

test("what somebody has changed since stays, and the list shows what they made of it", async () => {
  let isChanged = false;
  const { sent, user } = await show({
    "POST aps/flowTime/get": () => ({
      data: {
        rows: isChanged
          ? [{ ...rows[0], version: 2, transferHours: 7 }, rows[1]]
          : rows,
        places,
      },
    }),
    "POST aps/flowTime/remove": () => {
      isChanged = true;
      return {
        status: 409,
        code: 20009,
        data: { name: "CNC → EDM", changedBy: "Li Na", current: {} },
      };
    },
  });
  await user.click(screen.getByLabelText("Tick line 1"));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const asked = await screen.findByRole("dialog");
  await user.click(within(asked).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("CNC → EDM · Li Na")).toBeVisible();
  await waitFor(() => expect(hours("CNC → EDM")).toHaveValue("7"));
  expect(screen.getByLabelText("Tick line 1")).toBeChecked();
  expect(sent.filter(({ path }) => path.endsWith("remove"))).toHaveLength(1);
});

test("without the right to change, nothing can be typed", async () => {
  await show({}, []);
  expect(hours("CNC → EDM")).toBeDisabled();
  expect(screen.getByRole("button", { name: /^Save/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(screen.queryByRole("group", { name: "Add flow times" })).toBeNull();
});

// APS-FLOW-03, APS-FLOW-04.
test("up and down must not share a machine; pairs that are there are skipped", () => {
  const [cnc, edm, c1] = places as [Place, Place, Place];
  expect(intersection([cnc], [edm])).toEqual([]);
  expect(intersection([cnc, edm], [edm])).toEqual(["EDM"]);
  expect(intersection([c1], [cnc, edm])).toEqual(["C1 / CNC"]);
  expect(intersection([c1], [machine("c2", "cnc")])).toEqual([]);
  const { fresh, skipped } = newLines([cnc, c1], [edm], 1, [
    { key: "f1", entry: null, up: "cnc", down: "edm", hours: 1 },
  ]);
  expect(fresh).toMatchObject([{ up: "c1", down: "edm", hours: 1 }]);
  expect(skipped).toBe(1);
});

// ERR-03
test("what was typed outlives the session", async () => {
  const { user } = await show();
  await user.clear(hours("CNC → EDM"));
  await user.type(hours("CNC → EDM"), "1.5");
  loseSession();
  await show();
  expect(hours("CNC → EDM")).toHaveValue("1.5");
  expect(screen.getByLabelText("Tick line 1")).toBeChecked();
});

// VALID-06, R15
test("the lines are searched once the typing rests, not at each letter", async () => {
  await show();
  const first = () => screen.queryByRole("spinbutton", { name: /CNC → EDM/ });
  expect(first()).not.toBeNull();
  typeAtOnce(screen.getByRole("searchbox"), "nobody");
  expect(first()).not.toBeNull();
  await waitFor(() => expect(first()).toBeNull());
});
