import {
  act,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import { useQueries } from "@tanstack/react-query";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session, type UserData } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { settle, tenancy } from "@/tenancy/tenancy";
import { gatewayOf, tenantOf, treeAt } from "../../testing/places";
import { Providers } from "./providers";

const openAgain = vi.hoisted(() => vi.fn());
vi.mock("@/session/upkeep", async (original) => ({
  ...(await original<typeof import("@/session/upkeep")>()),
  openAgain,
}));

interface Frame {
  type: string;
  data: { auth?: { tenantId: string } };
}

/** The server's end of the push line, which greets at once. */
class Line {
  static all: Line[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Frame[] = [];
  isClosed = false;
  constructor() {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close() {
    this.isClosed = true;
  }
  greet() {
    this.onmessage?.({ data: JSON.stringify({ type: "handshake", data: {} }) });
  }
}

const at = (tenantId: string, factoryId: string) => {
  const userData = { userId: "u1", tenantId, factoryId } as UserData;
  session.set({ token: "t", tenantId, userData });
};

beforeEach(() => {
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  fakeServer({});
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

/** On the screen, and not on its way out. */
function isThere(title: string) {
  const notice = screen.queryByText(title);
  return notice !== null && notice.closest('[class*="-leave"]') === null;
}

// PUSH-09, PUSH-10, CONST-04, ROUTE-15: a pushed message stands at the bottom right for five seconds, and leads to the messages.
test("a push shows for five seconds at the bottom right; a click opens the messages and takes it away", async () => {
  document.body.insertAdjacentHTML("beforeend", '<div id="overlays"></div>');
  at("north", "n1");
  const router = createMemoryRouter([
    {
      element: (
        <Providers>
          <Outlet />
        </Providers>
      ),
      children: [
        { path: "/", element: "page" },
        { path: "*", element: <h1>Messages</h1> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  const [line] = Line.all;
  act(() => line!.greet());
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const push = (messageId: string) =>
    act(() =>
      line!.onmessage?.({
        data: JSON.stringify({
          type: "push",
          id: messageId,
          ack: true,
          data: { messageId, title: `Title ${messageId}`, content: "Content" },
        }),
      }),
    );
  push("m1");
  const notice = await screen.findByText("Title m1");
  expect(notice.closest(".ant-notification-bottomRight")).not.toBeNull();
  expect(line!.sent.at(-1)).toMatchObject({ type: "ack", id: "m1" });
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(isThere("Title m1")).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(isThere("Title m1")).toBe(false);

  push("m2");
  fireEvent.click(await screen.findByText("Title m2"));
  expect(router.state.location.pathname).toBe(
    "/comm/messageNotice/messageManagement",
  );
  expect(
    await screen.findByRole("heading", { name: "Messages" }),
  ).toBeVisible();
  // Long before its five seconds are over.
  await vi.waitFor(() => expect(isThere("Title m2")).toBe(false));
  vi.useRealTimers();
  document.getElementById("overlays")?.remove();
});

// A page may show another language than the account's, by its address or a press.
test.each([
  ["zh", "排程完成", "3副模具延期"],
  ["en", "The schedule is done", "3 moulds late"],
] as const)("a push is worded as the page is: %s", async (to, title, text) => {
  document.body.insertAdjacentHTML("beforeend", '<div id="overlays"></div>');
  at("north", "n1");
  await act(() => switchLanguage(to));
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: "/", element: <Providers>page</Providers> },
      ])}
    />,
  );
  await waitFor(() => expect(Line.all).toHaveLength(1));
  act(() => Line.all[0]!.greet());
  const data = {
    messageId: to,
    title: "of the account",
    content: "of the account",
    titles: { zh: "排程完成", en: "The schedule is done" },
    contents: { zh: "3副模具延期", en: "3 moulds late" },
  };
  act(() =>
    Line.all[0]!.onmessage?.({
      data: JSON.stringify({ type: "push", id: to, ack: true, data }),
    }),
  );
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText("of the account")).toBeNull();
  document.getElementById("overlays")?.remove();
});

// PUSH-03, TENANT-14: the line is bound for a place; whoever goes elsewhere binds a new one, without a reload.
test("after a switch the push line binds anew", async () => {
  at("north", "n1");
  const router = createMemoryRouter([
    { path: "/", element: <Providers>page</Providers> },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  const [first] = Line.all;
  act(() => first!.greet());
  expect(first!.sent.at(-1)!.data.auth!.tenantId).toBe("north");

  act(() => session.forgetPlace());
  act(() => at("south", "s1"));
  await waitFor(() => expect(Line.all).toHaveLength(2));
  expect(first!.isClosed).toBe(true);
  act(() => Line.all[1]!.greet());
  expect(Line.all[1]!.sent.at(-1)!.data.auth!.tenantId).toBe("south");

  // Another factory of the same company is another place too; the same place is not.
  act(() => at("south", "s2"));
  await waitFor(() => expect(Line.all).toHaveLength(3));
  act(() => at("south", "s2"));
  expect(Line.all).toHaveLength(3);
});

test("EXPIRY-02, PERM-05: what the operator changes shows on the open page: modules, menus, licence; the place stays", async () => {
  let expireRemainDays: number | null = null;
  const sent = fakeServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({
      data: [
        tenantOf("south", ["s1"]),
        tenantOf("north", ["n1", "n2"], { expireRemainDays }),
      ],
    }),
    "POST upms/user/getModuleTree.do": () => ({ data: treeAt("north", "n2") }),
  });
  at("north", "n2");
  settle(tenantOf("north", ["n1", "n2"]), gatewayOf("north", "n2"));
  const router = createMemoryRouter([
    { path: "/", element: <Providers>page</Providers> },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  const say = (entity: string) =>
    act(() =>
      Line.all[0]!.onmessage?.({
        data: JSON.stringify({
          type: "signal",
          data: { topic: "changed", data: { entity, id: "north" } },
        }),
      }),
    );
  expireRemainDays = -3;
  say("section");
  expect(sent).toEqual([]);
  say("licence");
  await waitFor(() =>
    expect(tenancy.get().info).toMatchObject({
      expireRemainDays: -3,
      factoryId: "n2",
      factoryName: "Factory n2",
    }),
  );
  await waitFor(() =>
    expect(session.get().modules.map((one) => one.moduleKey)).toEqual(["aps"]),
  );
  tenancy.clear();
});

// What one person publishes shows on every page that another one has open.
test("a schedule that somebody changes or publishes is read again", async () => {
  fakeServer({});
  at("north", "n2");
  const read: string[] = [];
  function Page() {
    useQueries({
      queries: ["schedules", "plan-versions"].map((kind) => ({
        queryKey: [kind, "s1"],
        queryFn: () => read.push(kind),
        staleTime: Infinity,
      })),
    });
    return "page";
  }
  const router = createMemoryRouter([
    {
      path: "/",
      element: (
        <Providers>
          <Page />
        </Providers>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  await waitFor(() => expect(read).toHaveLength(2));
  act(() =>
    Line.all[0]!.onmessage?.({
      data: JSON.stringify({
        type: "signal",
        data: { topic: "changed", data: { entity: "schedule", id: "s1" } },
      }),
    }),
  );
  await waitFor(() =>
    expect(read.toSorted()).toEqual([
      "plan-versions",
      "plan-versions",
      "schedules",
      "schedules",
    ]),
  );
});

// A company that somebody was taken out of is left for another one, which a fresh page finds; the sign-in is not forgotten.
test("the end of a membership opens the address again", async () => {
  at("north", "n1");
  const router = createMemoryRouter([
    { path: "*", element: <Providers>page</Providers> },
  ]);
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(Line.all).toHaveLength(1));
  act(() => Line.all[0]!.greet());
  act(() =>
    Line.all[0]!.onmessage?.({
      data: JSON.stringify({ type: "kick", data: { reason: "removed" } }),
    }),
  );
  await waitFor(() => expect(openAgain).toHaveBeenCalledOnce());
  expect(session.signedIn()).toBe(true);
  expect(router.state.location.pathname).toBe("/");
});
