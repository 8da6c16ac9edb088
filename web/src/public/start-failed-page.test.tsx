import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { departure } from "@/session/departure";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { fakeServer } from "../../testing/fake-server";
import { StartFailedPage } from "./start-failed-page";

const reload = vi.fn();
const replace = vi.fn();

beforeEach(async () => {
  await switchLanguage("en");
  vi.spyOn(location, "reload").mockImplementation(reload);
  vi.spyOn(location, "replace").mockImplementation(replace);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  reload.mockReset();
  replace.mockReset();
  departure.end();
  exit();
});

const fail = (status: number, code: number, message: string) =>
  failBy(new ApiFailure({ status, code, message, data: null }));

async function failBy(cause: Error) {
  const router = createMemoryRouter([
    {
      path: "/",
      loader() {
        throw cause;
      },
      ErrorBoundary: StartFailedPage,
      element: <p>in</p>,
      HydrateFallback: () => null,
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole("alert");
}

test("a page that begins in an outage opens by itself once the server is back, and asks until then", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isUp = false;
  const sent = fakeServer({
    "GET checklogin": () =>
      isUp ? { data: {} } : { status: 503, code: 503, message: "away" },
  });
  await fail(503, 503, "away");
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(sent.length).toBeGreaterThan(1);
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  new TypeError("Failed to fetch dynamically imported module: /assets/x.js"),
  new TypeError("error loading dynamically imported module: /assets/x.js"),
  new TypeError("Importing a module script failed."),
  new Error("Unable to preload CSS for /assets/x.css"),
])(
  "a part of a page that did not come is a lost connection: %s",
  async (cause) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeServer({ "GET checklogin": () => ({ data: {} }) });
    await failBy(cause);
    expect(screen.getByRole("heading")).toHaveTextContent("Connection lost");
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(reload).toHaveBeenCalledOnce();
  },
);

test("a part that never comes although the server answers is not waited for again and again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fakeServer({ "GET checklogin": () => ({ data: {} }) });
  const missing = new Error("Unable to preload CSS for /assets/x.css");
  for (let times = 1; times <= 6; times++) {
    cleanup(); // as a reload would
    await failBy(missing);
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(reload).toHaveBeenCalledTimes(Math.min(times, 5));
  }
  expect(screen.getByRole("heading")).toHaveTextContent(
    "The system did not open",
  );
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledTimes(6);
});

test("a membership that has ended offers to sign out, which ends the session, and nothing to try again", async () => {
  session.set({ token: "t" });
  const sent = fakeServer({ "POST logout": () => ({ data: { next: "" } }) });
  await fail(403, 11015, "You belong to no company any more");
  expect(screen.getByText("You belong to no company any more")).toBeVisible();
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/login"));
  expect(sent.map(({ path }) => path)).toEqual(["logout"]);
  expect(session.signedIn()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
