import { render, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { AddUserPage } from "./users-page";

test("USER-01: the menu's way to a new user leads to the empty form of the list", async () => {
  const router = createMemoryRouter(
    [
      { path: "/settings/user-add", Component: AddUserPage },
      { path: "/settings/user/:id?", element: null },
    ],
    { initialEntries: ["/settings/user-add"] },
  );
  render(<RouterProvider router={router} />);
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/settings/user/new"),
  );
});
