import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { useChange } from "@/session/change";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { endedWords } from "@/session/ended";
import { stored, thisTab } from "@/session/stored";
import { enter } from "@/tenancy/enter";
import { settle, tenancy } from "@/tenancy/tenancy";
import { fakeServer } from "../../testing/fake-server";
import { gatewayOf, tenantOf, treeAt, userAt } from "../../testing/places";
import { Header } from "./header";
import { GatewayPrompt } from "./header-factory";
import { SessionChange } from "./session-change";

const assign = vi.fn();
const reload = vi.fn();

beforeEach(async () => {
  await switchLanguage("en");
  vi.spyOn(location, "assign").mockImplementation(assign);
  vi.spyOn(location, "reload").mockImplementation(reload);
  session.set({ token: "t", userData: userAt("a", "a1") });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  assign.mockReset();
  reload.mockReset();
  useChange.setState({ change: null });
  exit();
  localStorage.clear();
  tenancy.clear();
});

function show({ next = "" } = {}) {
  // The server names the provider once: after that nobody is signed in there.
  const nexts = [next, ""];
  const sent = fakeServer({
    "POST fds/hasp/expireTime": () => ({ data: { haspExpireSwitch: 0 } }),
    "POST logout": () => ({ data: { next: nexts.shift() ?? "" } }),
    "POST upms/user/changeLanguage": () => ({ data: {} }),
    "POST sys/gateway/connect": () => ({ status: 409, code: 20000 }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <Header
            toggle={{ current: null }}
            isMenuOpen={false}
            onToggleMenu={vi.fn()}
          />
          <GatewayPrompt />
          <SessionChange />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return { sent, user: userEvent.setup() };
}

const name = () => screen.queryByRole("button", { name: /Change factory/ });

/** A gateway that stands at the factory, and does not answer. */
function lost() {
  const gateway = gatewayOf("a", "a1", {
    innerIp: "192.168.1.20",
    httpsPort: 443,
    gatewayState: 0,
    publicKey: "AAAA",
  });
  tenancy.set({ servers: [gateway] });
  settle(tenantOf("a", []), gateway);
}

test("HEADER-21: the factory stands there once it is settled, and opens the choice", async () => {
  const { user } = show();
  expect(name()).toBeNull();
  const tenant = tenantOf("a", ["a1"]);
  settle(tenant, tenant.gatewayList[0]!);
  expect(await screen.findByText("Factory a1")).toBeVisible();
  expect(screen.getByTitle("Company a")).toHaveTextContent("Company a"); // whose it is
  await user.click(name()!);
  expect(tenancy.get().isChoosing).toBe(true);
});

test("HEADER-22, GATEWAY-09, GATEWAY-10: a gateway that does not answer is red, warns, and is verified by a click", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  lost();
  const { user } = show();
  expect(name()).toHaveClass("factory-lost");
  expect(
    screen.getByText(
      "The local gateway server is abnormal, please click verify",
    ),
  ).toBeVisible();
  const warning = screen.getByRole("button", {
    name: "Gateway not reachable, click to verify gateway",
  });
  await user.click(warning);
  expect(opened.mock.calls[0]![0]).toBe(
    "https://192.168.1.20:443/page/welcome?lang=en",
  );
  await waitFor(() =>
    expect(document.body).toHaveTextContent("Gateway check fail"),
  );
});

test("GATEWAY-10: in Chinese, too, it says what to do about the gateway", async () => {
  await switchLanguage("zh");
  lost();
  show();
  expect(screen.getByText("本地网关服务器异常，请点击验证")).toBeVisible();
  expect(screen.getByRole("button", { name: "验证网关" })).toBeEnabled();
});

test("HEADER-22: while a gateway is verified, the warning cannot be clicked again", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  lost();
  const { user } = show();
  const answering = globalThis.fetch;
  let answer = () => {};
  const connecting = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.includes("sys/gateway/connect")) {
      await connecting;
    }
    return answering(url, init);
  });
  const warning = screen.getByRole("button", {
    name: "Gateway not reachable, click to verify gateway",
  });
  await user.click(warning);
  expect(warning).toBeDisabled();
  answer();
  await waitFor(() => expect(warning).toBeEnabled());
});

test("HEADER-22: a personal tenant has no gateway to warn of", () => {
  tenancy.set({
    info: { ...tenantOf("me", []), tenantType: 1, gatewayState: 0 },
  });
  show();
  expect(name()).not.toHaveClass("factory-lost");
});

test("GATEWAY-06: a gateway without a port is configured first", async () => {
  lost();
  tenancy.set({
    servers: tenancy.get().servers.map((one) => ({ ...one, httpsPort: null })),
  });
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() =>
    expect(document.body).toHaveTextContent(
      "Please configure the gateway's intranet https port correctly under System settings -> Private cloud -> Server deployment",
    ),
  );
});

test("GATEWAY-04: opening the list of servers asks each of them again", async () => {
  lost();
  const { user, sent } = show();
  const asked = () =>
    sent.filter(({ path }) => path.includes("gateway/ping")).length;
  await user.click(screen.getByLabelText("Servers"));
  await waitFor(() => expect(asked()).toBe(1));
  expect(await screen.findByText("○ Not reachable")).toBeInTheDocument();
});

test("EXPIRY-03, EXPIRY-04: the header tells a licence that ends soon or has ended", () => {
  const tenant = tenantOf("a", ["a1"], {
    expireTime: "2026-12-03 00:00:00",
    expireRemainDays: 12,
  });
  settle(tenant, tenant.gatewayList[0]!);
  show();
  expect(
    screen.getByText("Licence valid until 2026-12-03 (12 days left)"),
  ).toBeVisible();
});

test("EXPIRY-06, SAPI-12: whether the licence is watched is kept", async () => {
  show();
  await waitFor(() => expect(stored.text("localHaspExpireSwitch")).toBe("0"));
});

/** The person's entries, without those of small screens. */
function entries() {
  const summary = screen.getByLabelText("Account Chen Jing");
  return { summary, list: summary.closest("details")! };
}

test("HEADER-23: the first letter stands for a missing picture; personal centre and exit are offered", () => {
  session.set({ userData: { ...userAt("a", "a1"), realName: "chen" } });
  show();
  const summary = screen.getByLabelText("Account chen");
  expect(summary).toHaveTextContent("Cchen");
  const list = within(summary.closest("details")!);
  expect(list.getByText("Personal centre")).toHaveAttribute(
    "href",
    "/account/?from=mouldworks&lang=en",
  );
  expect(list.getByText("Log out")).toBeInTheDocument();
});

test("HEADER-23: with a picture, the picture", () => {
  session.set({ userData: { ...userAt("a", "a1"), headImg: "/me.png" } });
  show();
  expect(entries().summary.querySelector("img")).toHaveAttribute(
    "src",
    "/me.png",
  );
});

test.each([
  [true, 0],
  [false, 2],
])(
  "HEADER-24: a tree that says workplaceLogin %s offers the personal centre %i times",
  async (workplaceLogin, times) => {
    const tree = treeAt("a", "a1");
    fakeServer({
      "POST upms/user/getModuleTree.do": () => ({
        data: { ...tree, userData: { ...tree.userData, workplaceLogin } },
      }),
    });
    await loadModuleTree();
    show();
    expect(screen.queryAllByText("Personal centre")).toHaveLength(times);
  },
);

test("HEADER-02: the logo leads to the company's own address, as the server tells it on entering", async () => {
  const tenant = tenantOf("a", ["a1"]);
  fakeServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({ data: [tenant] }),
    "POST upms/user/getGatewayServerList.do": () => ({
      data: tenant.gatewayList,
    }),
    "POST upms/user/getModuleTree.do": () => ({ data: treeAt("a", "a1") }),
    "POST sys/loginDomain/getLoginDomain": () => ({
      data: { loginDomain: "https://login.tai.example", tenantName: "Tai" },
    }),
  });
  await enter("/home");
  show();
  expect(screen.getByLabelText("Mouldworks")).toHaveAttribute(
    "href",
    "https://login.tai.example?lang=en",
  );
});

test("SESSION-03, SESSION-04: exit asks first, then ends the session", async () => {
  const { user, sent } = show();
  await user.click(entries().summary);
  await user.click(within(entries().list).getByText("Log out"));
  const asked = await waitFor(() => {
    const open = document.querySelector<HTMLElement>(".ant-modal-confirm");
    expect(open).toHaveTextContent("Are you sure you want to log out?");
    return open!;
  });
  expect(sent.some(({ path }) => path === "logout")).toBe(false);
  await user.click(within(asked).getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(stored.text("isLogout")).toBe("1"));
  expect(sent.some(({ path }) => path === "logout")).toBe(true);
  expect(session.signedIn()).toBe(false);
});

test("SESSION-09: a changed language leads to the origin", async () => {
  const { user, sent } = show();
  await user.click(screen.getAllByRole("button", { name: "中文" })[0]!);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(location.origin));
  expect(sent.at(-1)!.body).toEqual({ language: "zh" });
});

function another() {
  localStorage.setItem(
    "mw.userData",
    JSON.stringify({ ...userAt("b", "b1"), userId: "u2" }),
  );
  localStorage.setItem("mw.token", '"theirs"');
  useChange.setState({ change: "account" });
}

test("SESSION-11, SESSION-12: another account: refreshing goes on as that one", async () => {
  another();
  thisTab.keepUserId("u1");
  const { user } = show();
  const asked = screen.getByRole("dialog", {
    name: "Login account has changed",
  });
  expect(
    within(asked)
      .getAllByRole("button")
      .map((one) => one.textContent),
  ).toEqual(["Log in to another account", "Refresh the page"]);
  reload.mockImplementation(() => expect(thisTab.userId()).toBe("u2"));
  await user.click(
    within(asked).getByRole("button", { name: "Refresh the page" }),
  );
  expect(thisTab.userId()).toBe("u2");
  expect(reload).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
});

test("SESSION-12: or both sessions of this browser end, and the login follows", async () => {
  another();
  const { user, sent } = show();
  expect(screen.getByRole("dialog")).toHaveTextContent(
    "signs both out of this browser",
  );
  await user.click(
    screen.getByRole("button", { name: "Log in to another account" }),
  );
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/login"));
  const ended = sent
    .filter(({ path }) => path === "logout")
    .map(({ headers }) => headers.get("mdbtk"));
  expect(ended).toEqual(["t", "theirs"]);
  expect(endedWords()()).toBe(""); // their own doing
  // The other page was told beforehand, and says why it was signed out.
  sessionStorage.clear();
  expect(endedWords()()).toContain("signs in to another account");
  expect(stored.value("token")).toBeNull();
});

test.each([
  "https://sso.example/end_session?id_token_hint=h",
  "http://sso.plant/end_session?id_token_hint=h",
])(
  "SSO-10, SESSION-12: another account means that the provider outside signs out too: %s",
  async (next) => {
    another();
    const { user } = show({ next });
    await user.click(
      screen.getByRole("button", { name: "Log in to another account" }),
    );
    await waitFor(() => expect(assign).toHaveBeenCalledWith(next));
  },
);

test.each([
  ["en", -5, "Expired 5 days"],
  ["en", -1, "Expired 1 day"],
  ["zh", -5, "已过期 5 天"],
] as const)(
  "EXPIRY-04: in %s, %i days left are told as %s",
  async (language, expireRemainDays, words) => {
    await switchLanguage(language);
    const tenant = tenantOf("a", ["a1"], { expireRemainDays });
    settle(tenant, tenant.gatewayList[0]!);
    show();
    expect(screen.getByText(words)).toBeVisible();
  },
);

test("whoever logs out reads how many reports of theirs wait on this device", async () => {
  const { accountId, userData } = session.get();
  const mine = { owner: `${accountId}/${userData?.factoryId ?? ""}`, key: "k" };
  localStorage.setItem(
    "mw.reports",
    JSON.stringify([mine, mine, { ...mine, owner: "somebody/else" }]),
  );
  const { user } = show();
  await user.click(screen.getAllByRole("button", { name: "Log out" })[0]!);
  await screen.findByText(
    "2 reports of yours wait on this device; they are sent when you sign in here again.",
  );
  await user.click(screen.getByRole("button", { name: "Cancel" }));
});
