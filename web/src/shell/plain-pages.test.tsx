import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  createMemoryRouter,
  matchRoutes,
  MemoryRouter,
  Route,
  RouterProvider,
  Routes,
} from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { routes } from "@/app/routes";
import { switchLanguage } from "@/i18n/language";
import { session, type MenuItem } from "@/session/session";
import { moduleOf } from "../../testing/places";
import { fakeServer } from "../../testing/fake-server";
import { showPage } from "../../testing/show-page";
import { FailedPage, RefusedPage } from "./plain-pages";
import { MediumPage, ShortLinkPage } from "./shell-pages";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test.each([
  ["zh", "您没有权限查看此页，请联系企业管理员"],
  [
    "en",
    "You have no right to view this page. Please contact your company administrator",
  ],
] as const)(
  "PERM-06: a page without permission says so, whom to ask and for what (%s)",
  async (language, says) => {
    await switchLanguage(language);
    render(
      <MemoryRouter>
        <RefusedPage permission="Schedules: view" />
      </MemoryRouter>,
    );
    expect(screen.getByRole("main")).toHaveTextContent(says);
    expect(screen.getByText("Schedules: view")).toBeVisible();
  },
);

/** A module's landing page, for somebody who may open these of its pages. */
function enterModule(opened: boolean, pages: MenuItem[]) {
  session.set({
    modules: [
      moduleOf({ moduleUrl: "/aps/medium", opened, menuChildren: pages }),
    ],
  });
  render(
    <MemoryRouter initialEntries={["/aps/medium"]}>
      <Routes>
        <Route path="/:prefix/medium" element={<MediumPage />} />
        <Route path="/aps/schedule" element={<p>schedules</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

test("ROUTE-13, ROUTE-24, PERM-05: a module leads to its first page; one that is open without a page for the person is refused, one that is not open says so", async () => {
  await switchLanguage("en");
  const page = { menuUrl: "/aps/schedule", display: 1 } as MenuItem;
  enterModule(true, [page]);
  expect(screen.getByText("schedules")).toBeVisible();
  cleanup();
  enterModule(true, []);
  expect(screen.getByRole("main")).toHaveTextContent(
    "You have no right to view any page of this module",
  );
  cleanup();
  enterModule(false, []);
  expect(screen.getByRole("main")).toHaveTextContent(
    "Module Planning is not opened",
  );
});

test.each([
  ["zh", "模块“Planning”仍在规划中", "模具看板"],
  ["en", "Module Planning is planned", "Mould board"],
] as const)(
  "a module without pages yet says what it will hold, and sends nobody to an administrator (%s)",
  async (language, title, area) => {
    await switchLanguage(language);
    session.set({
      modules: [
        moduleOf({
          kind: "planned",
          opened: false,
          plannedAreas: [area],
        }),
      ],
    });
    render(
      <MemoryRouter initialEntries={["/aps/medium"]}>
        <Routes>
          <Route path="/:prefix/medium" element={<MediumPage />} />
        </Routes>
      </MemoryRouter>,
    );
    expect(screen.getByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent(area);
    expect(screen.getByRole("main")).not.toHaveTextContent(
      /administrator|管理员/,
    );
  },
);

test.each([
  [404, "There is no such page"],
  [500, "This page failed"],
  [600, "The server cannot be reached"],
])(
  "ROUTE-11: a short link that is answered by %i says %s",
  async (status, says) => {
    await switchLanguage("en");
    fakeServer({
      "GET bms/sys/shortLink/x1": () => ({ status, code: status }),
    });
    if (status === 600) {
      vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    }
    const router = createMemoryRouter(
      [
        {
          path: "/:shortCode",
          Component: ShortLinkPage,
          ErrorBoundary: FailedPage,
        },
      ],
      { initialEntries: ["/x1"] },
    );
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const client = new QueryClient({
      defaultOptions: { queries: { retry: false } },
    });
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("main")).toHaveTextContent(says);
    quiet.mockRestore();
  },
);

// PERM-06: a page whose list is refused says so in its place, and offers no second try.
test.each([
  ["/aps/schedule", "POST aps/exe/job/query", "aps.schedule.check"],
  ["/mf/program", "GET mf/program", "mf.program.check"],
  ["/comm/online-user", "GET upms/online-user", "common.onlineUser.check"],
] as const)(
  "PERM-06: %s without its permission",
  async (path, asked, permission) => {
    fakeServer({
      [asked]: () => ({
        status: 403,
        code: 403,
        message: "You do not have permission right now",
        data: { permission, name: "This page: view" },
      }),
      "GET upms/preference/views.aps.schedule": () => ({
        data: { value: null },
      }),
    });
    const route = matchRoutes(routes, path)!.at(-1)!.route;
    const { Component } = (await (route.lazy as () => Promise<unknown>)()) as {
      Component: () => ReactNode;
    };
    await showPage(<Component />, { at: path, path });
    expect(
      await screen.findByText(/You have no right to view this page/),
    ).toBeVisible();
    expect(screen.getAllByText("This page: view").length).toBeGreaterThan(0);
    expect(screen.queryByText(permission)).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  },
);
