import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { Providers } from "@/app/providers";
import { switchLanguage } from "@/i18n/language";
import { session, type UserData } from "@/session/session";
import { userAt } from "./places";
import { PushLine } from "./push-line";

interface Showing {
  at?: string;
  path?: string;
  may?: string[];
  /** Who looks; one of the company's own people without it. */
  user?: UserData;
  /** What the route says of the page. */
  handle?: unknown;
}

/** Shows a page to somebody who may do what is named, at an address, within all that the product puts around it. */
export async function showPage(
  page: ReactNode,
  {
    at = "/",
    path = "/",
    may = [],
    user = userAt("a", "a1"),
    handle,
  }: Showing = {},
) {
  vi.stubGlobal("WebSocket", PushLine);
  await switchLanguage("en");
  session.set({
    token: "t",
    userData: user,
    permitted: Object.fromEntries(may.map((one) => [one, true])),
  });
  const Screen = () => <Providers>{page}</Providers>;
  const router = createMemoryRouter(
    [
      { path, Component: Screen, handle },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}
