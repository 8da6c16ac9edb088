import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Providers } from "@/app/providers";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { moduleOf } from "../../testing/places";
import { fakeServer } from "../../testing/fake-server";
import { assistantLink, HeaderLinks, idQueryLink } from "./header-links";
import { closedModule } from "./menu";
import { ErrorPage } from "./error-page";

const tooling = (opened: boolean) =>
  moduleOf({
    moduleKey: "tooling",
    moduleName: "Smart manufacturing",
    opened,
  });

let address = "https://assistant.example/chat?x=1";

function show() {
  const sent = fakeServer({
    "POST bms/sys/application/getUrl": () =>
      address ? { data: { url: address } } : { status: 500, code: 500 },
  });
  const router = createMemoryRouter([
    {
      path: "*",
      element: (
        <Providers>
          <HeaderLinks />
        </Providers>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  return sent;
}

beforeEach(() => switchLanguage("en"));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  session.clear();
  localStorage.clear();
});

test("HEADER-20, ROUTE-17: the ID query is there with the tooling module, and opens through /main", () => {
  session.set({ modules: [tooling(false)] });
  show();
  expect(screen.queryByRole("link", { name: "ID query" })).toBeNull();
  cleanup();
  const other = { ...tooling(true), moduleKey: "tools" };
  session.set({ modules: [other, tooling(false)] });
  show();
  expect(screen.queryByRole("link", { name: "ID query" })).toBeNull();
  cleanup();
  session.set({ modules: [other, tooling(true)] });
  show();
  const href = screen
    .getByRole("link", { name: "ID query" })
    .getAttribute("href");
  expect(href).toMatch(
    /^\/main\?module=tooling&targetUrl=%2Freports%2Fquery%2FidQuery&_t=\d+$/,
  );
  expect(idQueryLink(7)).toContain("_t=7");
  const reports = { ...tooling(false), moduleKey: "reports" };
  const page = "/reports/query/idQuery";
  expect(closedModule([tooling(true), reports], page)).toBeUndefined();
  expect(closedModule([tooling(false), reports], page)?.moduleKey).toBe(
    "tooling",
  );
  // MENU-19: a company that has opened the reports alone finds the page in their menu.
  const opened = { ...reports, opened: true };
  expect(closedModule([tooling(false), opened], page)).toBeUndefined();
  expect(closedModule([opened], page)).toBeUndefined();
});

test("HEADER-07, HEADER-08, PERM-04: the assistant is there for who may ask it, with tenant and time", async () => {
  session.set({ tenantId: "t 1" });
  const nobody = show();
  expect(nobody).toHaveLength(0);
  cleanup();
  session.set({ permitted: { "common.assistant.check": true } });
  const sent = show();
  const link = await screen.findByRole("link", { name: "Assistant" });
  expect(link.getAttribute("href")).toMatch(
    /^https:\/\/assistant\.example\/chat\?x=1&tenantId=t\+1&_t=\d+$/,
  );
  expect(sent[0]!.body).toEqual({ appName: "assistant" });
  act(() => session.set({ permitted: {} }));
  expect(screen.queryByRole("link", { name: "Assistant" })).toBeNull();
  for (const wrong of [
    "",
    "javascript:alert(1)",
    "http://assistant.example",
    "/chat",
  ]) {
    expect(assistantLink(wrong, "t1")).toBe("");
  }
});

test("ERR-19: an assistant that cannot be found is written to the log only", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  address = "";
  session.set({ permitted: { "common.assistant.check": true } });
  show();
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(log.mock.calls[0]![0]).toBe("failed to get the assistant address");
  expect(screen.queryByRole("link", { name: "Assistant" })).toBeNull();
  expect(document.querySelector(".ant-message-notice")).toBeNull();
});

test("HEADER-06: the code for the phone is there while the licence is watched, and only then", async () => {
  for (const kept of [null, "1", ""]) {
    if (kept !== null) {
      localStorage.setItem("mw.localHaspExpireSwitch", kept);
    }
    show();
    // The code comes by itself, later than the header: only then is its absence one.
    await act(async () => void (await import("./mobile-app")));
    expect(screen.queryByText(/Scan with the phone/), `${kept}`).toBeNull();
    cleanup();
  }
  localStorage.setItem("mw.localHaspExpireSwitch", "0");
  show();
  expect(await screen.findByText(/Scan with the phone/)).toBeInTheDocument();
  await waitFor(() =>
    expect(document.querySelector(".shell-qr svg path")).not.toBeNull(),
  );
});

test("ROUTE-10: /error says that there is no permission, or that the server failed", () => {
  const page = (
    entry: string | { pathname: string; search?: string; state?: object },
  ) => {
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: "/error", Component: ErrorPage }], {
          initialEntries: [entry],
        })}
      />,
    );
    const text = screen.getByRole("main").textContent;
    cleanup();
    return text;
  };
  expect(page("/error")).toContain("No permission");
  expect(
    page({
      pathname: "/error",
      state: { message: "You are no longer a member" },
    }),
  ).toContain("You are no longer a member");
  expect(page("/error?kind=server")).toContain(
    "Server exception, please contact the administrator",
  );
});
