import { screen, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Providers } from "@/app/providers";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../testing/fake-server";
import { MenuFramePage } from "./embedded-page";

const src = encodeURIComponent("https://boards.example/oee");
const board = `/oee/iframePage/oee.kanban?iframeSrc=${src}`;

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ token: "t" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

function open(answer: Answer, first = "/here") {
  const sent = looseServer({
    "GET bms/sys/frame/kanban": () => answer,
    "GET bms/sys/frame/getAllowedOrigins": () => ({
      data: { origins: ["https://boards.example"] },
    }),
  });
  const router = createMemoryRouter(
    [
      {
        path: "/:prefix/iframePage/:menuKey",
        element: (
          <Providers>
            <MenuFramePage />
          </Providers>
        ),
      },
      { path: "/here", element: <Providers>where one was</Providers> },
      { path: "/home", element: <Providers>home</Providers> },
    ],
    { initialEntries: [first] },
  );
  render(<RouterProvider router={router} />);
  return { sent, router };
}

const refused: Answer = {
  status: 403,
  code: 403,
  message: "You do not have permission right now",
  data: { permission: "common.kanban.check" },
};

test.each([board, `/ems/iframePage/ems.fixture-kanban?iframeSrc=${src}`])(
  "PERM-07: %s without its right warns and leaves the person where they were",
  async (address) => {
    const { router } = open(refused);
    await router.navigate(address);
    expect(
      await screen.findByText("You do not have permission right now"),
    ).toBeInTheDocument();
    expect(document.querySelector(".ant-message-warning")).not.toBeNull();
    expect(router.state.location.pathname).toBe("/here");
    expect(document.querySelector("iframe")).toBeNull();
  },
);

test("PERM-07: a tab that begins with a kanban without its right warns and goes home", async () => {
  const { router } = open(refused, board);
  expect(await screen.findByText("home")).toBeVisible();
  expect(document.querySelector(".ant-message-warning")).not.toBeNull();
  expect(router.state.location.pathname).toBe("/home");
});

test("PERM-07: with its right a kanban is shown under its name", async () => {
  const { router, sent } = open({ data: { menuName: "Machine kanban" } });
  await router.navigate(board);
  expect(await screen.findByTitle("Machine kanban")).toHaveAttribute(
    "src",
    "https://boards.example/oee",
  );
  const asked = sent.find(({ path }) => path.endsWith("frame/kanban"));
  expect(asked?.query.get("menuKey")).toBe("oee.kanban");
});
