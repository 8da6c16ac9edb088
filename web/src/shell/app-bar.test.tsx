import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { session, type MenuItem, type Module } from "@/session/session";
import { showPage } from "../../testing/show-page";
import { AppBar } from "./app-bar";

afterEach(() => session.clear());

const page = (moduleKey: string, key: string, treeKey: string, display = 1) =>
  ({
    menuKey: `${moduleKey}_${key}`,
    menuName: key,
    menuUrl: `/${moduleKey}/${key}`,
    moduleKey,
    treeKey,
    display,
    newWindowFlag: 0,
    externalUrlFlag: 0,
    children: [],
  }) as unknown as MenuItem;

const module = (moduleKey: string, opened: boolean, ...pages: MenuItem[]) =>
  ({
    moduleKey,
    moduleName: moduleKey,
    iconName: moduleKey,
    opened,
    menuChildren: pages,
  }) as unknown as Module;

const modules = [
  module("pm", true, page("pm", "mould", "pm.mould")),
  module(
    "mf",
    true,
    page("mf", "progress", "mf.progress"),
    page("mf", "machines", "mf.progress"),
    page("mf", "program", "mf.program", 0),
  ),
  module("aps", false, page("aps", "workshop", "aps.workshop")),
];

async function bar(at: string, ...bound: string[]) {
  await showPage(<AppBar />, { at, path: at });
  session.set({
    modules,
    permitted: Object.fromEntries(bound.map((tree) => [`app.${tree}`, true])),
  });
}

test("ROLE-05: the pages that are bound and open stand at the foot, each once", async () => {
  await bar(
    "/pm/mould",
    "mf.progress",
    "pm.mould",
    "mf.program",
    "aps.workshop",
  );
  const nav = await screen.findByRole("navigation", { name: "App menu" });
  const links = within(nav).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(["mould", "progress"]);
  expect(links[0]).toHaveAttribute("aria-current", "page");
  expect(links[1]).toHaveAttribute("href", "/mf/progress");
});

test("ROLE-05: without pages that are bound there is no bar", async () => {
  await bar("/home");
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a page that is none of the app's keeps its room, the home page has the bar", async () => {
  await bar("/aps/gantt", "mf.progress");
  expect(screen.queryByRole("navigation")).toBeNull();
  cleanup();
  await bar("/home", "mf.progress");
  expect(
    await screen.findByRole("navigation", { name: "App menu" }),
  ).toBeInTheDocument();
});
