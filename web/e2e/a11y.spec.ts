import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ids } from "./calls";
import { start, type Server } from "./server";
import { faults, menuPaths, settled, signIn, visit } from "./visit";

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

/** The pages of the menu, and those that stand behind a row. */
async function screens(page: Page) {
  const at = await ids(page, server);
  const run = `/aps/schedule/${at.schedule}`;
  return [
    ...(await menuPaths(page)),
    ...[`${run}/tasks`, `${run}/result`, `${run}/gantt`],
    ...[`/pm/mould/${at.mould}`, `/ems/machine/${at.machine}`],
    `/settings/calendar/${at.calendar}`,
    ...[`/settings/shift/${at.shift}`, `/settings/group/${at.group}`],
    ...["/ems/machine/new", "/no/such/page"],
  ];
}

// Every screen in both languages and in both looks: names depend on the one, contrast on the other.
const walks = [
  ["zh", "light"],
  ["en", "dark"],
] as const;

for (const [language, look] of walks) {
  test(`axe finds nothing serious on any screen, in ${language}, ${look}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const found: string[] = [];
    await page.goto(`${server.url}/login?lang=${language}`);
    await settled(page);
    found.push(...(await faults(page, "/login")));
    await signIn(page, server, language, { look });
    for (const path of await screens(page)) {
      await visit(page, server, path);
      await expect(page.locator("html")).toHaveAttribute("data-theme", look);
      await expect(page.locator("main h1").first()).toBeVisible();
      found.push(...(await faults(page, path)));
    }
    expect(found).toEqual([]);
  });

  test(`nothing is cut off on a phone, in ${language}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, server, language, { look: "light" });
    const found: string[] = [];
    for (const path of await screens(page)) {
      await visit(page, server, path);
      await expect(page.locator("main h1").first()).toBeVisible();
      found.push(...(await cutOff(page, path)));
    }
    expect(found).toEqual([]);
  });
}

/** What a narrow screen loses: a page wider than the window, and text or controls outside what can be scrolled to. */
function cutOff(page: Page, path: string) {
  return page.evaluate((path) => {
    const found: string[] = [];
    const root = document.scrollingElement!;
    if (root.scrollWidth > innerWidth) {
      found.push(`${path}: the page is ${root.scrollWidth} px wide`);
    }
    const holds = (element: Element) =>
      element.matches("button, a, input, select, textarea, canvas, img") ||
      [...element.childNodes].some(
        (node) =>
          node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
      );
    for (const element of document.querySelectorAll("body *")) {
      const box = element.getBoundingClientRect();
      if (!holds(element) || box.width < 2 || box.height < 2) {
        continue; // nothing to see, or only for screen readers
      }
      if (!element.checkVisibility({ visibilityProperty: true })) {
        continue;
      }
      const says = (element.textContent ?? "").trim().slice(0, 24);
      const what = `${path}: ${element.tagName}.${element.getAttribute("class") ?? ""} “${says}” ${Math.round(box.left)}..${Math.round(box.right)}`;
      let part: Element | null = element;
      for (
        ;
        part !== null && part !== document.body;
        part = part.parentElement
      ) {
        const { overflowX, position, textOverflow } = getComputedStyle(part);
        const edge = part.getBoundingClientRect();
        if (overflowX === "auto" || overflowX === "scroll") {
          break; // one can scroll to it
        }
        if (
          textOverflow === "ellipsis" || // shortened on purpose
          position === "fixed" || // the closed menu waits beside the window
          edge.width < 2 || // for screen readers only
          part.matches(".ant-switch-inner") // holds both of its words
        ) {
          break;
        }
        if (
          overflowX !== "visible" &&
          part !== element &&
          (box.right > edge.right + 1 || box.left < edge.left - 1)
        ) {
          found.push(`${what} is clipped`);
          break;
        }
      }
      if (
        part === document.body &&
        (box.right > innerWidth + 1 || box.left < -1)
      ) {
        found.push(`${what} is outside the window`);
      }
    }
    return found.slice(0, 8);
  }, path);
}
