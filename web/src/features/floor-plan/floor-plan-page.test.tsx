import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import type { Layout, Tile } from "./floor";
import { FloorPlanPage } from "./floor-plan-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const tile = (x: number, y: number, width: number, height: number): Tile => ({
  x,
  y,
  width,
  height,
});

const machine = (code: string, place?: Tile) => ({
  id: code.toLowerCase(),
  code,
  name: `Machine ${code}`,
  status: 1 as const,
  groupId: "g",
  group: "Milling",
  ...(place && { place }),
});

const layout = (version: number, ...machines: Layout["machines"]): Layout => ({
  sectionId: "s1",
  section: "SOUTH",
  chineseName: "南",
  version,
  width: 10,
  height: 8,
  machines,
});

const first = layout(3, machine("M1", tile(1, 1, 3, 2)), machine("M2"));
const theirs = layout(4, machine("M1"), machine("M2", tile(5, 5, 2, 2)));

type Answer = { status?: number; code?: number; message?: string };

async function show(
  save?: (body: Record<string, unknown>) => Answer & { data: unknown },
  may = ["ems.machine.check", "ems.machine.modify"],
) {
  const section = { chineseName: "南", valid: true, machines: 2, placed: 1 };
  const sent = fakeServer({
    "GET bms/machine-layout": () => ({
      data: {
        rows: [
          { ...section, id: "s0", name: "EMPTY", machines: 0, placed: 0 },
          { ...section, id: "s1", name: "SOUTH" },
          { ...section, id: "s2", name: "NORTH" },
        ],
      },
    }),
    "GET bms/machine-layout/s1": () => ({ data: first }),
    "GET bms/machine-layout/s2": () => ({
      data: { ...layout(0), sectionId: "s2", section: "NORTH" },
    }),
    "POST bms/machine-layout/s1": ({ body }) => save!(body) as never,
  });
  const { user, router } = await showPage(<FloorPlanPage />, {
    at: "/ems/machine-layout",
    path: "/ems/machine-layout",
    may,
  });
  await screen.findByRole("application");
  return { sent, user, router };
}

const tileOf = (code: string) =>
  within(screen.getByRole("application")).getByRole("button", {
    name: new RegExp(code),
  });
const tray = () => screen.getByRole("region", { name: /without a place/ });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const isOff = (name: string) =>
  (button(name) as HTMLButtonElement).disabled ||
  button(name).getAttribute("aria-disabled") === "true";

const bodies = (sent: { method: string; body: unknown }[]) =>
  sent.filter(({ method }) => method === "POST").map(({ body }) => body);

test("the first section with machines is drawn: tiles, tray and counts", async () => {
  await show();
  expect(tileOf("M1")).toHaveAccessibleName(
    /M1 Machine M1, Milling, Normal, column 1, row 1, 3 × 2 cells/,
  );
  expect(within(tray()).getByRole("button")).toHaveTextContent("M2");
  expect(screen.getByText("1 of 2 placed")).toBeVisible();
  expect(isOff("Save")).toBe(true);
});

test("keys move and resize a machine, tell why it stays, and Delete takes it back", async () => {
  const { user } = await show();
  tileOf("M1").focus();
  await user.keyboard("{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}");
  expect(tileOf("M1")).toHaveAccessibleName(/column 2, row 2, 4 × 2 cells/);
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(tileOf("M1")).toHaveAccessibleName(/column 1, row 2/);
  expect(
    screen.getByText("M1: beyond the edge of the grid; it stays where it was"),
  ).toBeVisible();
  await user.keyboard("{Delete}");
  const back = within(tray()).getByRole("button", { name: /M1/ });
  expect(back).toHaveFocus();
});

test("a press puts a machine from the tray on the first free cells; saving sends the whole plan", async () => {
  const { user, sent } = await show((body) => ({
    data: {
      ...layout(
        4,
        machine("M1", tile(1, 1, 3, 2)),
        machine("M2", tile(4, 1, 3, 2)),
      ),
      width: body.width,
    },
  }));
  await user.click(within(tray()).getByRole("button"));
  expect(tileOf("M2")).toHaveFocus();
  expect(within(tray()).getByText("Every machine has a place")).toBeVisible();
  expect(screen.getByText("Not saved")).toBeVisible();
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByText("Not saved")).toBeNull());
  expect(bodies(sent)).toEqual([
    {
      version: 3,
      width: 10,
      height: 8,
      machines: [
        { id: "m1", place: tile(1, 1, 3, 2) },
        { id: "m2", place: tile(4, 1, 3, 2) },
      ],
    },
  ]);
});

test("what the server refuses stands above the plan, and the arrangement stays", async () => {
  const texts = { zh: "重叠", en: "M2 cannot stand there" };
  const { user } = await show(() => ({
    status: 422,
    code: 422,
    data: [
      {
        field: "machines.1.place",
        rule: "occupied",
        message: texts.en,
        texts,
      },
    ],
  }));
  await user.click(within(tray()).getByRole("button"));
  await user.click(button("Save"));
  expect(await screen.findByText(texts.en)).toBeVisible();
  expect(tileOf("M2")).toHaveAccessibleName(/M2 cannot stand there/);
  expect(screen.getByText("Not saved")).toBeVisible();
  // Moving the machine answers it.
  tileOf("M2").focus();
  await user.keyboard("{ArrowDown}");
  expect(screen.queryByText(texts.en)).toBeNull();
});

/** Arranges, and is told that somebody else has saved. */
async function clash() {
  let isTheirs = true;
  const shown = await show(() =>
    isTheirs
      ? {
          status: 409,
          code: 20009,
          data: {
            name: "SOUTH",
            current: theirs,
            changedBy: "Li Na",
            changedAt: "2026-11-28T00:00:00Z",
          },
        }
      : { data: { ...theirs, version: 5 } },
  );
  await shown.user.click(within(tray()).getByRole("button"));
  await shown.user.click(button("Save"));
  await screen.findByText(/Li Na has saved another arrangement/);
  isTheirs = false;
  return shown;
}

test("somebody else's save is looked at, and one's own goes over it only when said", async () => {
  const { user, sent } = await clash();
  expect(tileOf("M2")).toHaveAccessibleName(/column 4, row 1/);
  await user.click(button("Look at what is saved"));
  expect(tileOf("M2")).toHaveAccessibleName(/column 5, row 5/);
  await user.click(button("Back to mine"));
  await user.click(button("Save"));
  expect(bodies(sent)).toHaveLength(1);
  expect(screen.getByRole("alert")).toHaveFocus();
  await user.click(button("Go on with mine"));
  await user.click(button("Save"));
  await waitFor(() => expect(bodies(sent)).toHaveLength(2));
  expect(bodies(sent)[1]).toMatchObject({
    version: 4,
    machines: [
      { id: "m1", place: tile(1, 1, 3, 2) },
      { id: "m2", place: tile(4, 1, 3, 2) },
    ],
  });
});

test("who takes what somebody else has saved can have their own back", async () => {
  const { user } = await clash();
  await user.click(button("Take what is saved"));
  expect(tileOf("M2")).toHaveAccessibleName(/column 5, row 5/);
  expect(screen.queryByText("Not saved")).toBeNull();
  await user.click(button("Bring it back"));
  expect(tileOf("M2")).toHaveAccessibleName(/column 4, row 1/);
  expect(screen.getByText("Not saved")).toBeVisible();
});

test("going to another section asks where something is not saved", async () => {
  const { user, router } = await show();
  await user.click(within(tray()).getByRole("button"));
  void router.navigate("/ems/machine-layout?section=s2");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.search).toBe("");
  expect(tileOf("M2")).toBeVisible();
});

test("who may not change machines looks: nothing moves, nothing is put", async () => {
  const { user } = await show(undefined, ["ems.machine.check"]);
  tileOf("M1").focus();
  await user.keyboard("{ArrowRight}{Delete}");
  await user.click(within(tray()).getByRole("button"));
  expect(tileOf("M1")).toHaveAccessibleName(/column 1, row 1/);
  expect(within(tray()).getByRole("button")).toHaveTextContent("M2");
});

test("a search lights the machines that it means", async () => {
  const { user } = await show();
  await user.type(screen.getByRole("searchbox"), "m1");
  expect(await screen.findByText("One machine found")).toBeVisible();
  expect(tileOf("M1")).toHaveClass("floor-lit");
  expect(within(tray()).getByRole("button")).toHaveClass("floor-dim");
});
