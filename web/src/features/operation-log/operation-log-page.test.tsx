import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { OperationLogPage } from "./operation-log-page";

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ permitted: { "common.operationLog.export": true } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.exit();
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
        <OperationLogPage />
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
