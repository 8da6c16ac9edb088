import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  cleanup,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentLanguage, switchLanguage } from "@/i18n/language";
import { session, type Module } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { treeAt } from "../../testing/places";
import { AccountPage } from "./account-page";

vi.mock("@/session/encrypt", () => ({
  encryptPassword: (password: string) => Promise.resolve(`sealed ${password}`),
}));

const profile = {
  userId: "u",
  userName: "planner",
  realName: "李伟",
  phoneNum: "138******02",
  email: "",
  headImg: "",
  language: "en",
  tenantName: "Demo",
  tenantType: 0,
  factoryName: "Shop",
  roles: ["Planner"],
  expireDate: "",
  companyExpireDate: "",
  companyOverdue: false,
  minPassword: 10,
};

beforeEach(async () => {
  await switchLanguage("en");
  session.set({
    modules: [
      { moduleKey: "tooling", moduleName: "Manufacturing", opened: true },
      { moduleKey: "pm", moduleName: "Projects", opened: false },
    ] as Module[],
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

function show(search: string) {
  const router = createMemoryRouter(
    [{ path: "/account", Component: AccountPage }],
    { initialEntries: [`/account/${search}`] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router };
}

// ROUTE-18: the way back leads to a product of ours that is opened, never to an address.
test.each([
  ["?from=tooling&lang=en", "/mf/medium"],
  ["?from=pm&lang=en", null],
  ["?from=https://example.com&lang=en", null],
  ["", null],
])("from %s the way back is %s", async (search, path) => {
  fakeServer({ "GET upms/user/profile": () => ({ data: profile }) });
  show(search);
  await screen.findByText("138******02");
  expect(
    screen.queryByRole("link", { name: /Back to/ })?.getAttribute("href") ??
      null,
  ).toBe(path);
});

// HOME-03
test("the personal centre offers information, password, language and the phone, and the address keeps which", async () => {
  fakeServer({ "GET upms/user/profile": () => ({ data: profile }) });
  const { user, router } = show("?from=tooling");
  expect(await screen.findByText("Planner")).toBeVisible();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Personal information",
    "Change password",
    "Language and look",
    "Signed-in devices",
    "API tokens",
    "Mobile app download",
  ]);
  await user.click(screen.getByRole("tab", { name: "Change password" }));
  expect(router.state.location.search).toBe("?from=tooling&tab=changePassword");
});

test.each([
  ["2020-01-31", true, "", "2020-01-31: the company's licence has expired"],
  ["2099-01-31", false, "", "2099-01-31, when the company's licence ends"],
  ["2099-01-31", false, "2030-05-01", "2030-05-01"],
  ["", false, "", "No end"],
])(
  "whose company ends on %s (over: %s) and whose membership on '%s' reads: %s",
  async (companyExpireDate, companyOverdue, expireDate, says) => {
    const ends = { companyExpireDate, companyOverdue, expireDate };
    fakeServer({
      "GET upms/user/profile": () => ({ data: { ...profile, ...ends } }),
    });
    show("");
    const line = (await screen.findByText("Valid until")).parentElement!;
    expect(line).toHaveTextContent(`Valid until${says}`);
  },
);

test("I18N-07: in the personal centre one chooses the language that the account keeps", async () => {
  const sent = fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "POST upms/user/changeLanguage": () => ({ data: {} }),
    "POST upms/user/getModuleTree.do": () => ({ data: treeAt("a", "a1") }),
  });
  const { user } = show("?tab=language");
  await user.click(
    await screen.findByRole("tab", { name: "Language and look" }),
  );
  await user.click(await screen.findByText("中文"));
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain("upms/user/changeLanguage"),
  );
  expect(
    sent.find(({ path }) => path === "upms/user/changeLanguage")!.body,
  ).toEqual({ language: "zh" });
  expect(currentLanguage()).toBe("zh");
  await screen.findByRole("tab", { name: "语言和外观" });
  await switchLanguage("en");
});

// PWD-05, PWD-06, PWD-02: nothing leaves while a rule is broken, the company's minimum included.
test("a new password is held against the rules before it is sent", async () => {
  const sent = fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
  });
  const { user } = show("?tab=changePassword");
  await user.type(await screen.findByLabelText("Current password"), "x");
  await user.type(screen.getByLabelText("New password"), "Nine-7519");
  await user.type(screen.getByLabelText("Repeat the new password"), "other");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(screen.getByText(/at least 10 characters/)).toBeVisible();
  expect(screen.getByText("Inconsistent input password")).toBeVisible();
  expect(screen.getByLabelText("New password")).toHaveFocus();
  expect(sent.every(({ method }) => method === "GET")).toBe(true);
});

test("PWD-02: once the password is changed, no password stays in the fields", async () => {
  const sent = fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
    "GET getKeyAndIv": () => ({ data: { publicKey: "k" } }),
    "POST upms/user/password": () => ({ data: { endedTokens: 0 } }),
  });
  const { user } = show("?tab=changePassword");
  const typed = {
    "Current password": "Mill-97531",
    "New password": "Lathe-86420",
    "Repeat the new password": "Lathe-86420",
  };
  for (const [label, password] of Object.entries(typed)) {
    await user.type(await screen.findByLabelText(label), password);
  }
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await screen.findByText(/^Your password is changed/);
  for (const label of Object.keys(typed)) {
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue(""));
  }
  expect(sent.find(({ method }) => method === "POST")!.body).toEqual({
    oldPassword: "sealed Mill-97531",
    password: "sealed Lathe-86420",
    confirmPassword: "sealed Lathe-86420",
    endTokens: true,
  });
});

test("who comes to join a company reads how", async () => {
  fakeServer({ "GET upms/user/profile": () => ({ data: profile }) });
  show("?connectCompany=true&lang=en");
  expect(await screen.findByText(/138\*{6}02 to the company/)).toBeVisible();
});

// HEADER-24
test("a work app is linked by the password, and unlinked after a question", async () => {
  let since: string | null = null;
  const sent = fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "GET sso/links": () => ({
      data: [{ key: "wecom", name: { zh: "企业微信", en: "WeCom" }, since }],
    }),
    "DELETE sso/link/wecom": () => {
      since = null;
      return {};
    },
  });
  const { user } = show("?tab=apps");
  await user.click(await screen.findByRole("button", { name: "Link WeCom" }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByText("Enter your current password")).toBeVisible();
  expect(sent.map(({ method }) => method)).not.toContain("POST");
  cleanup();

  since = "2026-11-21T08:00:00Z";
  show("?tab=apps");
  await user.click(await screen.findByRole("button", { name: "Unlink" }));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent("Unlink WeCom?");
  await user.click(within(question).getByRole("button", { name: "Unlink" }));
  await screen.findByText("Not linked");
  expect(sent.at(-2)).toMatchObject({ method: "DELETE" });
});

test("where no work app is connected, the personal centre does not speak of any", async () => {
  fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "GET sso/links": () => ({ data: [] }),
  });
  show("");
  await screen.findByRole("tab", { name: "API tokens" });
  expect(screen.queryByRole("tab", { name: "Work apps" })).toBeNull();
});

test("a typed e-mail asks before the page is reloaded or left", async () => {
  fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "GET sso/links": () => ({ data: [] }),
  });
  session.set({ token: "t" });
  const { user } = show("");
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const email = await screen.findByRole("textbox", { name: /^E-?mail/i });
  expect(leave()).toBe(false);
  await user.type(email, "li@example.com");
  expect(leave()).toBe(true);
  await user.clear(email);
  expect(leave()).toBe(false);
});

test("another tab is not opened over a typed password without a question", async () => {
  fakeServer({
    "GET upms/user/profile": () => ({ data: profile }),
    "GET sso/links": () => ({ data: [] }),
    "GET upms/user/token": () => ({ data: { tokens: [], alive: 0 } }),
  });
  session.set({ token: "t" });
  const { user, router } = show("?tab=changePassword");
  const field = await screen.findByLabelText("Current password");
  await user.type(field, "Mill-97531");
  await user.click(screen.getByRole("tab", { name: "Mobile app download" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.search).toBe("?tab=changePassword");
  expect(screen.getByLabelText("Current password")).toHaveValue("Mill-97531");
});
