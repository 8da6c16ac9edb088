import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer, type Answer } from "../../testing/fake-server";
import { PasswordForm } from "./password-form";
import { PhoneForm } from "./phone-form";
import { TokenForm } from "./token-form";

vi.mock("@/session/encrypt", async (original) => ({
  ...(await original<object>()),
  encryptPassword: (password: string) => Promise.resolve(`sealed ${password}`),
}));

beforeEach(() => switchLanguage("en"));
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

function show(screen: React.ReactNode, answers: Record<string, () => Answer>) {
  const sent = fakeServer({
    "GET getKeyAndIv": () => ({ data: { publicKey: "k" } }),
    ...answers,
  });
  const router = createMemoryRouter([
    { path: "/", element: screen },
    { path: "/home", element: null },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  return { sent, router, user: userEvent.setup() };
}

test("a token is made with the password of its owner, and not without", async () => {
  const onMade = vi.fn();
  let isWrong = true;
  const { sent, user } = show(<TokenForm onClose={vi.fn()} onMade={onMade} />, {
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
    "POST upms/user/token": () =>
      isWrong
        ? {
            status: 422,
            code: 422,
            data: [
              {
                field: "password",
                rule: "wrong",
                message: "The current password is wrong",
              },
            ],
          }
        : { data: { name: "ERP", token: "mwk_1" } },
  });
  await user.type(screen.getByLabelText("Name"), "ERP");
  await user.click(screen.getByText("Everything that I may"));
  await user.click(screen.getByRole("button", { name: "Create token" }));
  expect(screen.getByText("Enter your current password")).toBeVisible();
  expect(screen.getByLabelText("Current password")).toHaveFocus();
  expect(sent.some(({ method }) => method === "POST")).toBe(false);
  await user.type(screen.getByLabelText("Current password"), "Wrong-1");
  await user.click(screen.getByRole("button", { name: "Create token" }));
  expect(
    await screen.findByText("The current password is wrong"),
  ).toBeVisible();
  isWrong = false;
  await user.click(screen.getByRole("button", { name: "Create token" }));
  await waitFor(() =>
    expect(onMade).toHaveBeenCalledWith({ name: "ERP", token: "mwk_1" }),
  );
  const made = sent.findLast(({ method }) => method === "POST");
  expect(made!.body).toEqual({
    name: "ERP",
    days: 90,
    scopes: ["*"],
    password: "sealed Wrong-1",
  });
});

test.each([
  [true, /API tokens ended: 3/],
  [false, /all other devices are signed out/i],
])(
  "a new password ends the tokens unless the person unticks it: %s",
  async (isTicked, says) => {
    const { sent, user } = show(<PasswordForm min={6} />, {
      "GET upms/user/token": () => ({ data: { tokens: [], alive: 3 } }),
      "POST upms/user/password": () => ({
        data: { endedTokens: isTicked ? 3 : 0 },
      }),
    });
    const box = await screen.findByRole("checkbox", {
      name: "Also end my 3 API tokens",
    });
    expect(box).toBeChecked();
    if (!isTicked) {
      await user.click(box);
    }
    await user.type(screen.getByLabelText("Current password"), "Old-7519");
    await user.type(screen.getByLabelText("New password"), "Mill-97531");
    await user.type(
      screen.getByLabelText("Repeat the new password"),
      "Mill-97531",
    );
    await user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText(says)).toBeInTheDocument();
    const changed = sent.findLast(({ method }) => method === "POST");
    expect(changed!.body).toMatchObject({ endTokens: isTicked });
  },
);

test("who has no token is not asked about any", async () => {
  const { sent } = show(<PasswordForm min={6} />, {
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
  });
  await waitFor(() =>
    expect(sent.some(({ path }) => path === "upms/user/token")).toBe(true),
  );
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test.each([
  ["a token", <TokenForm key="t" onClose={vi.fn()} onMade={vi.fn()} />],
  ["a password", <PasswordForm key="p" min={6} />],
  ["a phone", <PhoneForm key="n" name="Wang" onClose={vi.fn()} />],
])("%s that somebody types is not left without a question", async (_, form) => {
  session.set({ token: "t" });
  const { router, user } = show(form, {
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
  });
  const field = await screen.findByLabelText("Current password");
  await user.type(field, "Mill-97531");
  await act(() => router.navigate("/home"));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe("/");
  expect(field).toHaveValue("Mill-97531");
  await act(() => router.navigate("/home"));
  await user.click(
    (await screen.findAllByRole("button", { name: "Discard" })).at(-1)!,
  );
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});
