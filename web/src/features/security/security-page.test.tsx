import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../../testing/fake-server";
import { loseSession } from "../../../testing/lose-session";
import { showPage } from "../../../testing/show-page";
import { SecurityPage } from "./security-page";

const policy = { version: 3, minLength: 6, maxFailures: 5, lockMinutes: 15 };

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ permitted: { "system.security.modify": true } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

function show(search = "") {
  const router = createMemoryRouter(
    [{ path: "/settings/security", Component: SecurityPage }],
    { initialEntries: [`/settings/security${search}`] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("a measure out of its range is marked and not sent; one within is, with the version that was read", async () => {
  const sent = fakeServer({
    "GET upms/security/policy": () => ({ data: policy }),
    "POST upms/security/policy": ({ body }) => ({ data: body }),
  });
  const user = show();
  const length = await screen.findByLabelText("Minimum length of a password");
  await user.clear(length);
  await user.type(length, "21");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("A whole number from 6 to 20")).toBeVisible();
  expect(length).toHaveFocus();
  expect(sent).toHaveLength(1);
  // The page's own words follow the person to another language too.
  await act(() => switchLanguage("zh"));
  expect(screen.getByText("须为 6 到 20 的整数")).toBeVisible();
  await act(() => switchLanguage("en"));
  await user.clear(length);
  await user.type(length, "10");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.body).toEqual({ ...policy, minLength: 10 });
});

test("who may not change the policy reads it", async () => {
  session.set({ permitted: {} });
  fakeServer({ "GET upms/security/policy": () => ({ data: policy }) });
  show();
  expect(
    await screen.findByLabelText("Wrong passwords before a lock"),
  ).toBeDisabled();
  expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("the messages stand with purpose and outcome in words", async () => {
  fakeServer({
    "GET upms/security/policy": () => ({ data: policy }),
    "GET upms/sms/log": () => ({
      data: {
        rows: [
          {
            id: "1",
            sentAt: "2026-11-20T01:02:00Z",
            phoneNum: "138******01",
            sendType: 2,
            outcome: "failed",
            receipt: "",
          },
        ],
        total: 1,
        limits: { everySeconds: 60, perHour: 5, perDay: 10 },
      },
    }),
  });
  show("?tab=messages");
  const row = await screen.findByRole("row", { name: /138\*{6}01/ });
  expect(row).toHaveTextContent("2026-11-20 09:02");
  expect(row).toHaveTextContent("Password recovery");
  expect(row).toHaveTextContent("failed");
});

// ERR-03
test("what was typed outlives the session", async () => {
  fakeServer({ "GET upms/security/policy": () => ({ data: policy }) });
  const may = ["system.security.modify"];
  const { user } = await showPage(<SecurityPage />, { may });
  const lock = () => screen.findByLabelText("Minutes of the lock");
  await user.clear(await lock());
  await user.type(await lock(), "30");
  loseSession();
  const again = await showPage(<SecurityPage />, { may });
  expect(await lock()).toHaveValue("30");
  await again.user.click(
    screen.getByRole("button", { name: "Drop these changes" }),
  );
  expect(await lock()).toHaveValue("15");
});

// ERR-03: what only the other one changed is taken over, what both changed is decided before anything is saved.
test("a policy that somebody else has changed is merged measure by measure", async () => {
  const theirs = { version: 4, minLength: 8, maxFailures: 4, lockMinutes: 15 };
  const sent = fakeServer({
    "GET upms/security/policy": () => ({ data: policy }),
    "POST upms/security/policy": ({ body }) =>
      body.version === 3
        ? {
            status: 409,
            code: 20009,
            data: { current: theirs, changedBy: "Li" },
          }
        : { data: body },
  });
  const user = show();
  const measure = (name: RegExp) => screen.findByLabelText(name);
  const length = await measure(/^Minimum length/);
  await user.clear(length);
  await user.type(length, "12");
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("Li");
  expect(
    screen.getAllByRole("spinbutton").map((one) => one.getAttribute("value")),
  ).toEqual(["12", "4", "15"]);
  expect(screen.getByRole("button", { name: /Save$/ })).toBeDisabled();
  await user.click(screen.getByRole("radio", { name: /^Mine: 12/ }));
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  await vi.waitFor(() =>
    expect(sent.at(-1)!.body).toEqual({
      version: 4,
      minLength: 12,
      maxFailures: 4,
      lockMinutes: 15,
    }),
  );
});
