import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { fakeServer } from "../../../testing/fake-server";
import { userAt } from "../../../testing/places";
import { typeAtOnce } from "../../../testing/type-at-once";
import { OperationLogPage } from "./operation-log-page";

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ permitted: { "common.operationLog.export": true } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  exit();
});

const deleted = {
  id: "2",
  at: "2026-03-21T00:00:00Z",
  by: "Anna",
  throughName: "screen",
  entityName: "Mould",
  rowId: "m7",
  title: "GONE-7",
  actionName: "deleted",
  summary: "Name",
  changes: [],
};

const line = (id: string, by: string) => ({ ...deleted, id, by });

function show(address: string) {
  const sent = fakeServer({
    "GET upms/operation-log": () => ({
      data: {
        rows: [line("2", "Anna")],
        total: 1,
        entities: [{ value: "mould", name: "Mould" }],
        actions: [{ value: "delete", name: "deleted" }],
        throughs: [],
      },
    }),
    "GET upms/operation-log/people": () => ({
      data: { names: ["Anna", "Ben"] },
    }),
    "GET upms/operation-log/3": () => ({
      data: {
        row: { ...line("3", "Anna"), action: "import", rowId: "i3" },
        history: [],
      },
    }),
    "GET upms/operation-log/2": () => ({
      data: { row: line("2", "Anna"), history: [] },
    }),
  });
  const router = createMemoryRouter(
    [{ path: "/comm/operation-log", element: <OperationLogPage /> }],
    { initialEntries: [`/comm/operation-log${address}`] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  const asked = () =>
    Object.fromEntries(
      sent.filter(({ path }) => path.endsWith("upms/operation-log")).at(-1)
        ?.query ?? [],
    );
  const searched = () =>
    sent
      .filter(({ path }) => path.endsWith("upms/operation-log"))
      .flatMap(({ query }) => query.get("q") ?? []);
  return { router, asked, searched };
}

test("the records of an import are shown behind its line, and the way back leads to it", async () => {
  const { router, asked } = show("?line=3&person=Anna");
  await userEvent.click(
    await screen.findByRole("button", { name: "Records of this import" }),
  );
  await waitFor(() => expect(asked()).toMatchObject({ import: "i3" }));
  expect(asked()).not.toHaveProperty("person");
  expect(
    screen.queryByRole("button", { name: "Records of this import" }),
  ).toBeNull();
  const tag = screen.getByText("Records of one import");
  await userEvent.click(within(tag).getByRole("button"));
  await waitFor(() => expect(asked()).not.toHaveProperty("import"));
  await act(() => router.navigate(-1));
  await screen.findByRole("button", { name: "Records of this import" });
});

test("the log has as many rows per page as the person has chosen", async () => {
  session.set({ userData: { ...userAt("t", "f"), pageSize: 20 } });
  const { asked } = show("");
  await screen.findByText("GONE-7");
  expect(asked()).toMatchObject({ size: "20", page: "1" });
});

// VALID-06, R15
test("the log is searched for what was typed, not for each letter", async () => {
  const { searched } = show("");
  typeAtOnce(screen.getByRole("searchbox"), "GONE");
  await waitFor(() => expect(searched()).not.toEqual([]));
  expect(searched()).toEqual(["GONE"]);
});

test("what is chosen stands in the address, and an address is what is chosen", async () => {
  const { router, asked } = show(
    "?person=Ben&entity=mould&from=2026-03-01&to=2026-03-31&line=2&tab=x",
  );
  expect(
    await screen.findByRole("dialog", { name: "Mould GONE-7" }),
  ).toBeVisible();
  expect(asked()).toMatchObject({
    person: "Ben",
    entity: "mould",
    from: "2026-03-01",
    to: "2026-03-31",
  });
  expect(screen.getByDisplayValue("2026-03-01")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Person" }));
  await userEvent.click(await screen.findByTitle("Anna"));
  await userEvent.type(screen.getByRole("searchbox"), "GONE");
  await waitFor(() => expect(router.state.location.search).toContain("q=GONE"));
  const now = new URLSearchParams(router.state.location.search);
  expect(Object.fromEntries(now)).toEqual({
    person: "Anna",
    entity: "mould",
    from: "2026-03-01",
    to: "2026-03-31",
    q: "GONE",
    tab: "x",
  });
  await waitFor(() =>
    expect(asked()).toMatchObject({ person: "Anna", q: "GONE" }),
  );
  // The way back leads to the open line, not out of the page.
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toContain("line=2");
});

test("a deleted record opens with what it was and with its whole history", async () => {
  const changes = [
    { field: "name", name: "Name", before: "lost cover", after: "" },
  ];
  fakeServer({
    "GET upms/operation-log": () => ({
      data: {
        rows: [deleted],
        total: 1,
        entities: [],
        actions: [],
        throughs: [],
      },
    }),
    "GET upms/operation-log/people": () => ({ data: { names: ["Anna"] } }),
    "GET upms/operation-log/2": () => ({
      data: {
        row: { ...deleted, changes },
        history: [
          { ...deleted, changes },
          { ...deleted, id: "1", by: "Ben", actionName: "added", changes },
        ],
      },
    }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <OperationLogPage />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  await userEvent.dblClick(await screen.findByText("GONE-7"));
  const panel = await screen.findByRole("dialog", { name: "Mould GONE-7" });
  expect(
    within(panel).getAllByRole("cell", { name: "lost cover" }),
  ).toHaveLength(2);
  expect(within(panel).getByText("Whole history of this record")).toBeVisible();
  expect(panel).toHaveTextContent("Ben · added");
});
