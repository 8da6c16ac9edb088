import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { App } from "antd";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import {
  createMemoryRouter,
  RouterProvider,
  useLocation,
  type Location,
} from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callResource } from "@/api/call";
import { pauseBeforeRead, useConnection } from "@/api/connection";
import { download } from "@/api/download";
import { ApiFailure } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { endedWords } from "@/session/ended";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import type { CallMeta } from "./perform-outcome";
import { Providers } from "./providers";

beforeEach(async () => {
  session.set({ token: "" });
  await switchLanguage("en");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.getElementById("overlays")?.remove();
  session.clear();
  // Why a session ended is known to the other tabs for a while.
  localStorage.clear();
  sessionStorage.clear();
});

/** The page reads something of its own beside what a test does. */
const answers = (handlers: Parameters<typeof fakeServer>[0]) =>
  fakeServer({ "GET read": () => ({}), ...handlers });

function Buttons({ meta }: { meta: CallMeta }) {
  const save = useMutation({
    mutationFn: (path: string) => callResource("POST", path),
    meta: { ...meta },
  });
  const exported = useMutation({
    mutationFn: () => download("export"),
    meta: { stays: true, says: "Export success" },
  });
  useQuery({ queryKey: ["q"], queryFn: () => callResource("GET", "read") });
  const { message } = App.useApp();
  return (
    <>
      {["third", "fourth"].map((text) => (
        <button key={text} onClick={() => void message.success(text)}>
          say {text}
        </button>
      ))}
      {["one", "two"].map((path) => (
        <button key={path} onClick={() => save.mutate(path)}>
          {path}
        </button>
      ))}
      <button onClick={() => exported.mutate()}>export</button>
    </>
  );
}

/** It asks by itself, as a page does when it opens. */
function Reader() {
  useQuery({ queryKey: ["one"], queryFn: () => callResource("GET", "one") });
  return null;
}

function Elsewhere() {
  const { pathname, search, state } = useLocation() as Location<unknown>;
  return (
    <output>
      {pathname}
      {search} {JSON.stringify(state)}
    </output>
  );
}

function show(meta: CallMeta = {}, beside: ReactNode = null) {
  const router = createMemoryRouter(
    [
      {
        path: "/settings/section",
        element: (
          <Providers>
            <Buttons meta={meta} />
            {beside}
          </Providers>
        ),
      },
      { path: "*", element: <Elsewhere /> },
    ],
    { initialEntries: ["/settings/section"] },
  );
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

const toasts = () =>
  [
    ...document.querySelectorAll(
      ".ant-message-notice:not(.ant-message-fade-leave)",
    ),
  ].map((one) => one.textContent);
const notices = () =>
  [
    ...document.querySelectorAll(
      ".ant-notification-notice:not(.ant-notification-fade-leave)",
    ),
  ].map((one) => one.textContent);

test("ERR-13: a new toast takes the place of the one before", async () => {
  answers({
    "POST one": () => ({ status: 409, code: 20000, message: "first" }),
    "POST two": () => ({ status: 409, code: 20000, message: "second" }),
  });
  const user = show();
  await user.click(screen.getByText("one"));
  await screen.findByText("first");
  expect(toasts()).toEqual(["first"]);
  await user.click(screen.getByText("two"));
  await screen.findByText("second");
  await waitFor(() => expect(toasts()).toEqual(["second"]));
});

test("ERR-13: what a screen says itself takes the place of the toast before, too", async () => {
  answers({});
  const user = show();
  await user.click(screen.getByText("say third"));
  await screen.findByText("third");
  await user.click(screen.getByText("say fourth"));
  await screen.findByText("fourth");
  // Of two neither would go by itself so soon.
  expect(toasts()).toEqual(["fourth"]);
});

test("ERR-10: a change that asks for it says that it is done, a read never does", async () => {
  answers({
    "POST one": () => ({ message: "ok" }),
    "GET read": () => ({ data: 1, message: "read well" }),
  });
  const user = show({ says: "Saved" });
  await user.click(screen.getByText("one"));
  await screen.findByText("Saved");
  expect(toasts()).toEqual(["Saved"]);
});

test("CALL-18, CONST-04: what an export cannot give stays for 15 seconds", async () => {
  answers({
    "GET export": () => ({ code: 42, message: "Too much", data: ["EDM-1"] }),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  screen.getByText("export").click();
  await vi.waitFor(() => expect(notices()).toHaveLength(1));
  expect(notices()[0]).toContain("Too much");
  expect(notices()[0]).toContain("EDM-1");
  await vi.advanceTimersByTimeAsync(13_000);
  expect(notices()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await vi.waitFor(() => expect(notices()).toHaveLength(0));
});

test("CALL-17, CALL-19: an export says that it is done, or that there was nothing", async () => {
  const file = { "content-disposition": "attachment" };
  const files = [
    new Response("a,b\nc,d", { headers: file }),
    new Response("a,b", { headers: { ...file, "x-empty-export": "true" } }),
  ];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click");
  click.mockImplementation(() => {});
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(
      url.includes("export") ? files.shift()! : Response.json({ code: 1 }),
    ),
  );
  const user = show();
  await user.click(screen.getByText("export"));
  await screen.findByText("Export success");
  await user.click(screen.getByText("export"));
  await screen.findByText("No data to export");
  expect(click).toHaveBeenCalledTimes(2); // the headings are saved, too
  click.mockRestore();
});

test("ERR-08: the SMS dialog opens, and with the code the call is made again", async () => {
  const sent = answers({
    "POST one": ({ body }) =>
      body.phoneCode === "123456"
        ? {}
        : {
            status: 403,
            code: 800024,
            data: { param: ["138******01"] },
          },
  });
  const user = show();
  await user.click(screen.getByText("one"));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("138******01");
  await user.type(
    await screen.findByRole("textbox", { name: /code/i }),
    "123456",
  );
  await user.keyboard("{Enter}");
  await screen.findByText("Verification successful");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.filter(({ path }) => path === "one")).toHaveLength(2);
  expect(session.get().smsVerified).toBe(true);
});

test("TENANT-16: a session renewed after its proof enters its company by the code, whatever the browser remembers", async () => {
  const sent = answers({
    "POST one": () => ({
      status: 403,
      code: 800024,
      data: { param: ["138******01"], tenantId: "a", factoryId: "a1" },
    }),
    "POST switchTenant": () => ({}),
  });
  session.set({ smsVerified: true });
  const user = show();
  await user.click(screen.getByText("one"));
  await screen.findByRole("dialog");
  await user.type(
    await screen.findByRole("textbox", { name: /code/i }),
    "123456",
  );
  await user.keyboard("{Enter}");
  await screen.findByText("Verification successful");
  expect(sent.find(({ path }) => path === "switchTenant")).toMatchObject({
    body: { tenantId: "a", factoryId: "a1", phoneCode: "123456" },
  });
});

test("ERR-08: a call that asks for the code itself opens no second dialog", async () => {
  answers({
    "POST one": () => ({ code: 800024, data: { param: ["138******01"] } }),
    "POST two": () => ({ code: 20001, message: "said", data: ["EDM"] }),
  });
  const user = show({ quiet: true });
  await user.click(screen.getByText("one"));
  await user.click(screen.getByText("two"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** The reply meets a change that somebody makes, or what the page reads by itself. */
async function meet(how: "write" | "read", reply: object) {
  answers({ "POST one": () => reply, "GET one": () => reply });
  const user = show({}, how === "read" && <Reader />);
  if (how === "write") {
    await user.click(screen.getByText("one"));
  }
}

// ERR-20: the codes as an administration screen meets them: where it ends up and what is said.
describe.each(["write", "read"] as const)("of a %s", (how) => {
  test.each([
    { code: 11015, there: "/error", says: '{"message":"said"}' },
    { code: 401, there: "/login?from=%2F", says: "null" },
    { code: 11009, there: "/login?from=%2F", says: "null" },
  ])("ERR-20: $code leads to $there", async ({ code, there, says }) => {
    const reply = { status: code === 11015 ? 403 : 401, code, message: "said" };
    await meet(how, reply);
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(there),
    );
    expect(screen.getByRole("status")).toHaveTextContent(says);
    // The page that asks to sign in says why the session ended.
    expect(endedWords()()).toBe(code === 11009 ? "said" : "");
  });

  test.each([
    { code: 20000, data: null, toast: ["said"], notice: [] },
    { code: 20000, data: { title: "In use" }, toast: [], notice: ["In use"] },
    { code: 207, data: ["EDM"], toast: ['said "EDM"'], notice: [] },
    { code: 20001, data: ["EDM"], toast: ['said "EDM"'], notice: [] },
  ])("ERR-20: $code is said on the screen", async (row) => {
    const { code, data, toast, notice } = row;
    await meet(how, { code, message: "said", data });
    await waitFor(() => expect([...toasts(), ...notices()]).toHaveLength(1));
    expect(toasts()).toEqual(toast);
    expect(notices().map((text) => text?.includes(notice[0] ?? ""))).toEqual(
      notice.map(() => true),
    );
  });

  test.each([
    { code: 141011, data: "/third/login", forgets: false },
    { code: 141011, data: "https://login.tai.example/login", forgets: false },
    { code: 307, data: "/account/password", forgets: true },
    { code: 11020, data: "/agreement", forgets: true },
  ])("ERR-20: $code leaves for the address", async (row) => {
    const { code, data, forgets } = row;
    const left = vi.spyOn(location, "assign").mockImplementation(() => {});
    session.set({ permitted: { "system.section.check": true } });
    await meet(how, { status: 409, code, message: "said", data });
    await waitFor(() => expect(left).toHaveBeenCalledWith(data));
    expect(Object.keys(session.get().permitted)).toHaveLength(forgets ? 0 : 1);
    left.mockRestore();
  });
});

test("while nobody answers, a read is repeated and a write is not", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isAway = true;
  const away = () => (isAway ? { status: 503, code: 503 } : { data: 1 });
  const sent = answers({ "GET read": away, "POST one": away });
  const user = show();
  await user.click(screen.getByText("one"));
  await waitFor(() => expect(useConnection.getState().undone).toBe(true));
  expect(useConnection.getState().lost).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  const count = (path: string) =>
    sent.filter((one) => one.path === path).length;
  expect(count("read")).toBeGreaterThan(2);
  expect(count("one")).toBe(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(useConnection.getState().lost).toBe(false));
  const reads = count("read");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(count("read")).toBe(reads);
  expect(count("one")).toBe(1);
  expect(toasts()).toEqual([]);
});

test("the pause before a read grows, is spread, and is as long as the server asks for", () => {
  const failure = (retryAfter?: number) =>
    new ApiFailure({
      ...{ status: 503, code: 503, message: "", data: null },
      ...(retryAfter !== undefined && { retryAfter }),
    });
  expect(
    [0, 1, 2, 9].map((attempt) => pauseBeforeRead(attempt, failure(), 1)),
  ).toEqual([1_000, 2_000, 4_000, 10_000]);
  expect(pauseBeforeRead(0, failure(), 0)).toBe(500);
  expect(pauseBeforeRead(0, failure(7), 0)).toBe(7_000);
});

test("a write while the browser is offline fails at once, and is not sent when the network is back", async () => {
  answers({});
  const user = show();
  await waitFor(() => expect(screen.getByText("one")).toBeEnabled());
  const sent = answers({ "POST one": () => ({}) });
  const online = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  onlineManager.setOnline(false);
  try {
    await user.click(screen.getByText("one"));
    await waitFor(() =>
      expect(useConnection.getState()).toEqual({ lost: true, undone: true }),
    );
  } finally {
    vi.stubGlobal("fetch", online);
    onlineManager.setOnline(true);
  }
  // What comes after the return of the network comes after whatever was held back.
  await user.click(screen.getByText("export"));
  await waitFor(() =>
    expect(sent.some(({ path }) => path === "export")).toBe(true),
  );
  expect(sent.filter(({ path }) => path === "one")).toEqual([]);
  useConnection.setState({ lost: false, undone: false });
});
