import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { OnlinePage } from "./online-page";

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ permitted: { "common.onlineUser.kick": true } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.exit();
});

const token = {
  id: "1",
  name: "Power BI",
  scopes: ["aps.schedule.check", "pm.mould.check"],
  factoryName: "North",
  createdAt: "2026-03-20T00:00:00Z",
  expiresAt: "2999-03-20T00:00:00Z",
  revokedAt: null,
  usedAt: null,
  userId: "u1",
  userName: "anna",
  realName: "Anna",
};

test("the tokens of the company are listed beside its people, and end after a question", async () => {
  const sent = fakeServer({
    "GET upms/online-user": () => ({ data: { rows: [], total: 0 } }),
    "GET upms/online-user/token": () => ({
      data: {
        rows: [
          token,
          {
            ...token,
            id: "2",
            name: "ERP",
            realName: "Ben",
            revokedAt: "2026-03-21T00:00:00Z",
          },
        ],
        total: 2,
      },
    }),
    "POST upms/online-user/token/end": () => ({
      data: { ended: 0, endedTokens: 1 },
    }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <OnlinePage />
      </App>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByText("API tokens"));
  expect(await screen.findByText("Power BI")).toBeVisible();
  expect(screen.getAllByText("Permissions: 2")).toHaveLength(2);
  const end = screen.getByRole("button", { name: "End" });
  expect(end).toBeDisabled();
  for (const box of screen.getAllByRole("checkbox").slice(-2)) {
    await user.click(box);
  }
  await waitFor(() => expect(end).toBeEnabled());
  await user.click(end);
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("Anna Power BI");
  expect(question).not.toHaveTextContent("ERP");
  await user.click(within(question).getByRole("button", { name: "End" }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      ids: ["1"],
    }),
  );
});
