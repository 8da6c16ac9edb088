import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireSession } from "@/app/require-session";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { tenancy } from "@/tenancy/tenancy";
import { fakeServer } from "../../testing/fake-server";
import { tenantOf, treeAt } from "../../testing/places";
import { EntryPage } from "./entry-page";

beforeEach(() => session.set({ token: "t", smsVerified: true }));

afterEach(() => {
  vi.unstubAllGlobals();
  exit();
  tenancy.clear();
});

const owed = {
  status: 403,
  code: 800024,
  message: "Entering this company needs a verification by SMS",
  data: { param: ["138****0001"], tenantId: "a", factoryId: "a1" },
};

/** A server whose company a is open only once the code was right; b asks for none. */
function show(path: string) {
  let isIn = false;
  let attempts = 0;
  const sent = fakeServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({
      data: [tenantOf("a", ["a1"]), tenantOf("b", ["b1"])],
    }),
    "POST upms/user/getGatewayServerList.do": () => ({ data: [] }),
    "POST sys/loginDomain/getLoginDomain": () => ({
      data: { loginDomain: "", tenantName: "" },
    }),
    "POST upms/user/getModuleTree.do": () =>
      isIn ? { data: treeAt("a", "a1") } : owed,
    "GET upms/user/profile": () => (isIn ? { data: {} } : owed),
    "POST switchTenant": ({ body }) => {
      attempts += 1;
      if (body.tenantId === "a" && body.phoneCode !== "123456") {
        return {
          status: 422,
          code: 422,
          data: [
            { field: "phoneCode", rule: "verification", message: "wrong" },
          ],
        };
      }
      isIn = true;
      return { data: { gateway: null } };
    },
  });
  const router = createMemoryRouter(
    [
      { path: "/entry", Component: EntryPage },
      { path: "/login", element: <h1>login</h1> },
      {
        loader: requireSession,
        HydrateFallback: () => null,
        children: [{ path: "*", element: <h1>inside</h1> }],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { sent, router, user: userEvent.setup(), attempts: () => attempts };
}

// TENANT-16, ERR-08: whatever the browser remembers of a proof, the dialog comes, and the page that was asked for after it.
test.each([
  ["zh", "短信身份验证", "验证码", "确定"],
  ["en", "Verify by SMS", "Code", "OK"],
] as const)(
  "signing in to a company that asks for a code leads over the dialog: %s",
  async (language, title, code, ok) => {
    await switchLanguage(language);
    const { sent, router, user, attempts } = show("/pm/mould?q=M1");
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(router.state.location.pathname).toBe("/entry");
    expect(dialog).toHaveTextContent("138****0001");
    const field = screen.getByLabelText(code);
    await user.type(field, "654321");
    await user.click(screen.getByRole("button", { name: ok }));
    expect(await screen.findByText("wrong")).toBeVisible();
    await user.clear(field);
    await user.type(field, "123456");
    await user.click(screen.getByRole("button", { name: ok }));
    expect(await screen.findByText("inside")).toBeVisible();
    expect(router.state.location.pathname).toBe("/pm/mould");
    expect(router.state.location.search).toBe("?q=M1");
    expect(attempts()).toBe(2);
    const moved = sent.findLast(({ path }) => path === "switchTenant");
    expect(moved!.body).toEqual({
      tenantId: "a",
      factoryId: "a1",
      phoneCode: "123456",
    });
  },
);

test("whoever has no phone at hand enters another company, or asks again", async () => {
  await switchLanguage("en");
  const { router, user } = show("/home");
  await screen.findByRole("dialog");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Verify by SMS" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Company b" }));
  expect(await screen.findByText("inside")).toBeVisible();
  expect(router.state.location.pathname).toBe("/home");
});

test("the page says nothing to who owes no proof", async () => {
  await switchLanguage("en");
  exit();
  const { router } = show("/entry");
  expect(await screen.findByText("login")).toBeVisible();
  expect(router.state.location.pathname).toBe("/login");
});
