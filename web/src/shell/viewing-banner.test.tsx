import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { userAt } from "../../testing/places";
import { showPage } from "../../testing/show-page";
import { ViewingBanner } from "./viewing-banner";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.clear();
});

/** A page whose person views the company as Lin for some minutes. */
async function showView(minutes: number, fails = false) {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...location, assign });
  const sent = fakeServer({
    "POST upms/view/end": () =>
      fails ? { status: 503, code: 503 } : { data: {} },
  });
  const viewUntil = new Date(Date.now() + minutes * 60_000).toISOString();
  const page = await showPage(<ViewingBanner />, {
    user: { ...userAt("a", "a1"), realName: "Lin", viewer: "Wang", viewUntil },
  });
  return { ...page, sent, assign };
}

test("who views as somebody else is told so, and goes back by one click", async () => {
  const { user, sent, assign } = await showView(30);
  expect(screen.getByRole("status")).toHaveTextContent(
    /You view the company as “Lin” and can change nothing\. This ends by itself at \d\d:\d\d\./,
  );
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "End the view" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/home"));
  expect(sent.map(({ path }) => path)).toEqual(["upms/view/end"]);
});

test("a view that is over ends by itself", async () => {
  const { sent, assign } = await showView(-1);
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/home"));
  expect(sent.map(({ path }) => path)).toEqual(["upms/view/end"]);
});

test("a view that could not be ended says so and stays", async () => {
  const { user, assign } = await showView(30, true);
  await user.click(screen.getByRole("button", { name: "End the view" }));
  expect(
    await screen.findByText("The view could not be ended. Please try again."),
  ).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
});

test("a view that is not allowed any more says so until it is ended", async () => {
  await showPage(<ViewingBanner />, {
    user: {
      ...userAt("a", "a1"),
      viewer: "Chen Jing",
      viewUntil: new Date(Date.now() + 60_000).toISOString(),
    },
  });
  expect(screen.getByRole("status")).toHaveTextContent(/^The view is over\./);
  expect(screen.getByRole("button", { name: "End the view" })).toBeVisible();
});

test("who is themselves sees nothing of it", async () => {
  await showPage(<ViewingBanner />);
  expect(screen.queryByRole("status")).toBeNull();
});
