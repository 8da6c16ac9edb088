import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askAgain } from "@/api/ask-again";
import { ApiFailure } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { fakeServer } from "../../../testing/fake-server";
import { OnlinePage } from "./online-page";

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ permitted: { "common.onlineUser.kick": true } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  exit();
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

test("who may not see who is online is told once, and the page does not ask again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = fakeServer({
    "GET upms/online-user": () => ({
      status: 403,
      code: 403,
      message: "Not allowed",
    }),
  });
  render(
    <QueryClientProvider
      client={
        new QueryClient({ defaultOptions: { queries: { retry: false } } })
      }
    >
      <App>
        <OnlinePage />
      </App>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent.filter(({ path }) => path === "upms/online-user")).toHaveLength(
    1,
  );
});

test("what was refused is not asked for again, what failed is", () => {
  const failed = (status: number) =>
    new ApiFailure({ status, code: status, message: "", data: null });
  expect(askAgain(null, 700)).toBe(700);
  expect(askAgain(null, false)).toBe(false);
  expect(askAgain(failed(503), 700)).toBe(700);
  expect(askAgain(failed(403), 700)).toBe(false);
});
