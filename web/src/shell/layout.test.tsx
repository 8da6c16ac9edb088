import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { tenancy } from "@/tenancy/tenancy";
import { fakeServer } from "../../testing/fake-server";
import { tenantOf } from "../../testing/places";
import { showPage } from "../../testing/show-page";
import { Layout } from "./layout";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  session.clear();
  tenancy.clear();
});

test("what stood open over a page is closed on the next one", async () => {
  fakeServer({
    "GET upms/home": () => ({ data: {} }),
  });
  const { user, router } = await showPage(
    <>
      <Layout />
      <Link to="/pm/mould?q=2">next</Link>
    </>,
    { at: "/pm/mould", path: "/pm/mould" },
  );
  const panel = document.querySelector("#products-panel")!;
  await user.click(
    within(screen.getByRole("banner")).getAllByRole("button", {
      name: /products/i,
    })[0]!,
  );
  await waitFor(() => expect(panel).toHaveClass("panel-on"));
  const menus = [
    ...document.querySelectorAll<HTMLDetailsElement>(".shell-header details"),
  ];
  expect(menus.length).toBeGreaterThan(0);
  for (const menu of menus) {
    menu.open = true;
  }
  await act(() => router.navigate("/pm/mould?q=2"));
  await waitFor(() => expect(panel).not.toHaveClass("panel-on"));
  expect(menus.map(({ open }) => open)).toEqual(menus.map(() => false));
});

// TENANT-05: the menu of a company whose licence is over leads back to the personal centre, and says why each time.
test("no page of a company whose licence is over opens", async () => {
  fakeServer({ "GET upms/home": () => ({ data: {} }) });
  tenancy.set({ barred: tenantOf("a", ["a1"]) });
  const { router } = await showPage(<Layout />, {
    at: "/pm/mould",
    path: "/pm/mould",
  });
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/"));
  expect(tenancy.get().over).toMatchObject({ tenantId: "a" });
});

test("the screen is busy until what it shows is there, not while that is asked for again", async () => {
  fakeServer({ "GET upms/home": () => ({ data: {} }) });
  let answer = (_rows: string) => {};
  const Rows = () => {
    const rows = useQuery({
      queryKey: ["rows"],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    });
    return (
      <>
        <p>{rows.data}</p>
        <button onClick={() => void rows.refetch()}>again</button>
      </>
    );
  };
  const { user } = await showPage(
    <>
      <Layout />
      <Rows />
    </>,
    { at: "/pm/mould", path: "/pm/mould" },
  );
  const content = document.querySelector("#content");
  await waitFor(() => expect(content).toHaveAttribute("aria-busy", "true"));
  act(() => answer("first"));
  expect(await screen.findByText("first")).toBeVisible();
  await waitFor(() => expect(content).toHaveAttribute("aria-busy", "false"));
  await user.click(screen.getByRole("button", { name: "again" }));
  expect(content).toHaveAttribute("aria-busy", "false");
  act(() => answer("second"));
  expect(await screen.findByText("second")).toBeVisible();
});
