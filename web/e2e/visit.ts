import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";

export type Language = "zh" | "en";
export type Look = "light" | "dark";

const words = {
  zh: {
    phone: "手机号",
    password: "密码",
    signIn: "登录",
    present: "当前密码",
    fresh: "新密码",
    again: "确认新密码",
    set: "设置密码",
  },
  en: {
    phone: "Phone number",
    password: "Password",
    signIn: "Sign in",
    present: "Current password",
    fresh: "New password",
    again: "Repeat the new password",
    set: "Set password",
  },
};

/** Who signs in, and how the screens look to them. */
export interface Visitor {
  /** Of a demo member; the administrator without it. */
  phone?: string;
  /** That of the demo's members without it. */
  password?: string;
  /** The look of every page; what the member has chosen without it. */
  look?: Look;
  /** The password is one that somebody else has made: this is set in its place, as the product asks. */
  instead?: string;
}

/** Sets the language, and the look if one is asked for, before the first script runs, and signs in as a member of the demo. */
export async function signIn(
  page: Page,
  server: Server,
  language: Language,
  {
    phone = "13800000001",
    password = server.password,
    look,
    instead,
  }: Visitor = {},
) {
  const say = words[language];
  await page.addInitScript(
    ([language, look]) => {
      localStorage.setItem("mw.lang", language!);
      if (look) {
        localStorage.setItem("mw.look", look);
      }
    },
    [language, look ?? ""],
  );
  await page.goto(`${server.url}/login?lang=${language}`);
  await page.getByLabel(say.phone, { exact: true }).fill(phone);
  await page.getByLabel(say.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: say.signIn, exact: true }).click();
  if (instead) {
    await expect(page).toHaveURL(/\/newpassword/);
    await page.getByLabel(say.present, { exact: true }).fill(password);
    await page.getByLabel(say.fresh, { exact: true }).fill(instead);
    await page.getByLabel(say.again, { exact: true }).fill(instead);
    await page.getByRole("button", { name: say.set, exact: true }).click();
  }
  await expect(page).toHaveURL(/\/home/);
}

/** Opens a screen and waits until what it asked for has come and stands still. */
export async function visit(page: Page, server: Server, path: string) {
  await page.goto(server.url + path);
  await settled(page);
}

/** Waits until a screen stands there, says nowhere that it is busy, has its pictures and moves no more. */
export async function settled(page: Page) {
  await page.waitForFunction(async () => {
    const isThere = () =>
      document.readyState === "complete" &&
      document.querySelector("#root > *") !== null &&
      document.querySelector('[aria-busy="true"]') === null &&
      [...document.images].every(({ complete }) => complete);
    // What has just come may ask for more as soon as it is drawn.
    for (let frames = 0; frames < 5; frames += 1) {
      if (!isThere()) {
        return false;
      }
      await new Promise(requestAnimationFrame);
    }
    return isThere();
  });
  await still(page);
}

/** Waits until nothing moves into its place any more: what ends may set another thing moving. */
export async function still(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" &&
            effect?.getComputedTiming().iterations !== Infinity,
        );
    for (let frames = 0; frames < 3; frames += 1) {
      const now = moving();
      if (now.length > 0) {
        await Promise.all(
          now.map(({ finished }) => finished.catch(() => undefined)),
        );
        frames = 0;
      }
      await new Promise(requestAnimationFrame);
    }
  });
}

/**
 * What axe calls serious or critical on a page that stands still, one line each. A page may begin to move while axe looks, as when a
 * push lets a button fade in: what is still there once it stands still again is a fault.
 */
export async function faults(page: Page, where = new URL(page.url()).pathname) {
  const found = await seriousOf(page, where);
  return found.length > 0 ? seriousOf(page, where) : found;
}

async function seriousOf(page: Page, where: string) {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] }) // what passes need not be gathered
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(
          ({ target, any }) =>
            `${where} ${id}: ${target.join(" ")} (${any[0]?.message ?? ""})`,
        ),
    );
}

/** Every page of the menu, as the member's roles open them. */
export async function menuPaths(page: Page) {
  const links = page.locator("#main-menu a");
  await expect(links.nth(5)).toBeAttached();
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href")!),
  );
  return [...new Set(paths)];
}
