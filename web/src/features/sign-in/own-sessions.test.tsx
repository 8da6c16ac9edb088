import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { fakeServer } from "../../../testing/fake-server";
import { OwnSessions } from "./own-sessions";
import { isActive, type Session } from "./sessions";

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

const here: Session = {
  id: "1",
  userId: "u1",
  userName: "anna",
  realName: "Anna",
  factoryName: "North",
  way: 1,
  address: "192.0.2.1",
  device: "Chrome · Windows",
  signedInAt: "2026-03-20T00:00:00Z",
  seenAt: "2026-03-20T00:30:00Z",
  current: true,
};
const there = { ...here, id: "2", device: "", way: 2 as const, current: false };

test("one's own sessions are shown; others end one by one or together, this one not", async () => {
  let rows = [here, there];
  const sent = fakeServer({
    "GET upms/user/session": () => ({ data: { rows } }),
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
    "POST upms/user/session/end": () => {
      rows = [here];
      return { data: { ended: 1 } };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <OwnSessions />
      </App>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const end = await screen.findByRole("button", { name: "End Unknown device" });
  expect(screen.getByText("This session")).toBeVisible();
  expect(
    screen.queryByRole("button", { name: "End Chrome · Windows" }),
  ).toBeNull();
  expect(screen.getByText(/QR code/)).toBeVisible();
  await user.click(end);
  expect(await screen.findByText("Sessions ended: 1")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText("Unknown device")).toBeNull());
  const { body } = sent.find(({ path }) => path.endsWith("/end"))!;
  expect(body).toEqual({ ids: ["2"] });
  expect(
    screen.getByRole("button", { name: "End all other sessions" }),
  ).toBeDisabled();
});

test("whoever was seen within five minutes is at work", () => {
  const seen = Date.parse(here.seenAt);
  expect(isActive(here, seen + 4 * 60_000)).toBe(true);
  expect(isActive(here, seen + 5 * 60_000)).toBe(false);
});

test.each([true, false])(
  "who ends all other sessions is asked about the API tokens, yes by default: %s",
  async (isKept) => {
    const sent = fakeServer({
      "GET upms/user/session": () => ({ data: { rows: [here, there] } }),
      "GET upms/user/token": () => ({ data: { tokens: [], alive: 3 } }),
      "POST upms/user/session/end": () => ({
        data: { ended: 1, endedTokens: 3 },
      }),
    });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <App>
          <OwnSessions />
        </App>
      </QueryClientProvider>,
    );
    const user = userEvent.setup();
    await screen.findByText("Unknown device");
    await waitFor(() =>
      expect(sent.some(({ path }) => path === "upms/user/token")).toBe(true),
    );
    await user.click(
      screen.getByRole("button", { name: "End all other sessions" }),
    );
    const box = await screen.findByRole("checkbox", {
      name: "Also end my 3 API tokens",
    });
    expect(box).toBeChecked();
    if (!isKept) {
      await user.click(box);
    }
    await user.click(screen.getByRole("button", { name: "End" }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith("/end"))?.body).toEqual({
        others: true,
        endTokens: isKept,
      }),
    );
  },
);
