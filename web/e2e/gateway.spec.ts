import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { binary, freePort, start, type Server } from "./server";
import { faults, signIn } from "./visit";

// The gateway makes its own certificate; a person says once that they trust it.
test.use({ ignoreHTTPSErrors: true });

const words = {
  zh: {
    unreachable: "网关不可达，点击验证网关",
    servers: "服务器",
    reachable: "● 可达",
    notReachable: "○ 不可达",
    welcome: "网关可以访问",
    noPort:
      "请在“系统设置 -> 私有云 -> 服务器部署”中正确配置网关的内网 https 端口",
  },
  en: {
    unreachable: "Gateway not reachable, click to verify gateway",
    servers: "Servers",
    reachable: "● Reachable",
    notReachable: "○ not reachable",
    welcome: "The gateway can be reached",
    noPort:
      "Please configure the gateway's intranet https port correctly under System settings -> Private cloud -> Server deployment",
  },
};

/** A factory's gateway: registered in the cloud, and a process of its own. */
interface Hall {
  id: string;
  key: string;
  folder: string;
  port: number;
  child: ChildProcess | null;
}

let server: Server;
/** That of the demo's factory, and that of a second one. */
let halls: Hall[] = [];

test.beforeAll(async ({ browser }) => {
  server = await start("sqlite");
  const page = await browser.newPage();
  await signIn(page, server, "zh");
  const first = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem("mw.userData")!) as {
          factoryId: string;
        }
      ).factoryId,
  );
  const second = await ask<{ row: { id: string } }>(
    page,
    server,
    "POST",
    "bms/factory",
    {
      code: "F2",
      name: "Hall 2",
      zone: "Asia/Shanghai",
    },
  );
  halls = [await register(page, first), await register(page, second.row.id)];
  await page.close();
});
test.afterAll(() => {
  for (const { child, folder } of halls) {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
  server.stop();
});

/** Registers the gateway of a factory and has a key made for it. */
async function register(page: Page, factory: string): Promise<Hall> {
  const port = await freePort();
  const { row } = await ask<{ row: { id: string } }>(
    page,
    server,
    "POST",
    "sys/gatewayServer",
    {
      name: `GW ${port}`,
      factory,
      innerIp: "127.0.0.1",
      httpsPort: port,
    },
  );
  const { key } = await ask<{ key: string }>(
    page,
    server,
    "POST",
    `sys/gateway/${row.id}/key`,
    {},
  );
  const folder = mkdtempSync(join(tmpdir(), "mouldworks-gateway-"));
  return { id: row.id, key, folder, port, child: null };
}

/** Runs `mouldworks gateway` as a factory does, until it says that it is ready. */
function run(hall: Hall, port = hall.port) {
  hall.child = spawn(
    binary,
    ["gateway", "--cloud", server.url, "--data", hall.folder].concat(
      ...["--listen", `127.0.0.1:${port}`, "--host", "127.0.0.1"],
    ),
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, MOULDWORKS_GATEWAY_KEY: hall.key },
    },
  );
  return new Promise<void>((resolve) => {
    hall.child!.stdout!.on("data", (said: Buffer) => {
      if (said.toString().includes("is ready at")) {
        resolve();
      }
    });
  });
}

/** Waits until the lines of gateways to the cloud are up. */
async function linked(browser: Browser, expected = [1, 1]) {
  const page = await browser.newPage();
  await signIn(page, server, "zh");
  await expect
    .poll(async () => {
      const servers = await ask<
        { serverAppUuid: string; gatewayState: number }[]
      >(page, server, "POST", "upms/user/getGatewayServerList.do", {});
      return halls.map(
        ({ id }) =>
          servers.find((one) => one.serverAppUuid === id)?.gatewayState,
      );
    })
    .toEqual(expected);
  await page.close();
}

/** Notes it in the page, whatever document it is, when the words were ever on the screen. */
async function noteWhenSeen(page: Page, label: string) {
  await page.addInitScript((words) => {
    new MutationObserver(() => {
      if (document.querySelector(`[aria-label="${words}"]`)) {
        sessionStorage.setItem("seen", words);
      }
    }).observe(document, { subtree: true, childList: true });
  }, label);
  return () => page.evaluate(() => sessionStorage.getItem("seen"));
}

for (const language of ["zh", "en"] as const) {
  test(`GATEWAY-02, GATEWAY-03, GATEWAY-04, GATEWAY-07, GATEWAY-11, HEADER-22: the gateway of a factory shortens the way, and nobody is lost without it (${language})`, async ({
    browser,
    page,
  }) => {
    const say = words[language];
    const [here, there] = halls as [Hall, Hall];
    await Promise.all(halls.map((hall) => run(hall)));
    await linked(browser);

    const asked: URL[] = [];
    const shown = new Set<string>();
    page.on("request", (request) => {
      const url = new URL(request.url());
      asked.push(url);
      if (url.port === String(here.port)) {
        const { mdbtk = "", "blade-auth": account = "" } = request.headers();
        shown.add(mdbtk.slice(0, 4)).add(account);
      }
    });
    const lists = (origin: string) =>
      asked.filter(
        (url) => url.origin === origin && url.pathname.endsWith("/bms/section"),
      ).length;
    const origin = `https://127.0.0.1:${here.port}`;

    // A browser that has never been here: the sign-in alone is enough.
    const seen = await noteWhenSeen(page, say.unreachable);
    await signIn(page, server, language);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("mw.gatewayState")))
      .toBe("1");
    await page.evaluate(() => {
      history.pushState(null, "", "/settings/section");
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
    });
    await expect(page.getByText("CNC").first()).toBeVisible();
    // The page may have been read before the gateway had answered; every search asks anew.
    const search = page.getByRole("searchbox");
    let typed = "";
    await expect
      .poll(async () => {
        await search.fill((typed += "C"));
        return lists(origin);
      })
      .toBeGreaterThan(0);
    const [near, far] = [lists(origin), lists(new URL(server.url).origin)];
    await search.fill("CNC");
    await expect.poll(() => lists(origin)).toBeGreaterThan(near);
    expect(lists(new URL(server.url).origin)).toBe(far);
    // Sessions, tenants and push stay with the cloud.
    expect(
      asked.filter(
        (url) =>
          url.origin === origin && /upms|switchTenant/.test(url.pathname),
      ),
    ).toEqual([]);

    // A ping shows nothing, a call the token of this gateway: never the session's, never the account's.
    expect([...shown].sort()).toEqual(["", "mwt_"]);

    // The list asks both gateways, that of the factory where nobody works now too.
    const servers = page.locator(".factory-servers");
    await page.getByLabel(say.servers, { exact: true }).click();
    await expect(servers.getByText(say.reachable)).toHaveCount(2);
    const opened = page.waitForEvent("popup");
    await servers.getByRole("button", { name: "Hall 2" }).click();
    const welcome = await opened;
    await expect(welcome).toHaveURL(
      `https://127.0.0.1:${there.port}/page/welcome?lang=${language}`,
    );
    await expect(
      welcome.getByRole("heading", { name: say.welcome }),
    ).toBeVisible();
    await welcome.close();
    expect(await seen()).toBeNull();

    there.child!.kill("SIGKILL");
    await page.keyboard.press("Escape");
    await page.getByLabel(say.servers, { exact: true }).click();
    await expect(servers.getByText(say.notReachable)).toHaveCount(1);
    await expect(servers.getByText(say.reachable)).toHaveCount(1);
    await page.keyboard.press("Escape");

    // It goes: what is read comes from the cloud, and the header says so.
    here.child!.kill("SIGKILL");
    const before = lists(new URL(server.url).origin);
    await search.fill("E");
    await expect
      .poll(() => lists(new URL(server.url).origin))
      .toBeGreaterThan(before);
    await expect(page.getByLabel(say.unreachable)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
}

/** Somebody at the address of a gateway who says what the gateway would say, and notes what he is told. */
async function impostor({ id, folder, port }: Hall) {
  const told: { path: string; headers: IncomingHttpHeaders }[] = [];
  const at = createServer(
    {
      key: readFileSync(join(folder, "certificate.key")),
      cert: readFileSync(join(folder, "certificate.pem")),
    },
    ({ url = "", headers }, response) => {
      told.push({ path: url.split("?")[0]!, headers });
      response.setHeader("Access-Control-Allow-Origin", server.url);
      response.setHeader("Access-Control-Allow-Credentials", "true");
      response.setHeader("Access-Control-Allow-Headers", "mdbtk, blade-auth");
      response.setHeader("Content-Type", "application/json");
      const data = { serverAppUuid: id, linked: true, signature: "AAAA" };
      response.end(JSON.stringify({ code: 1, message: "ok", data }));
    },
  );
  await new Promise<void>((ready) => at.listen(port, "127.0.0.1", ready));
  return { told, close: () => at.close() };
}

test("GATEWAY-03, CALL-05, CALL-06: whoever only says that he is the gateway is told nothing", async ({
  browser,
  page,
}) => {
  const [here] = halls as [Hall, Hall];
  // The line of the gateway is up; at its address somebody else answers.
  await run(here, await freePort());
  await linked(browser, [1, 0]);
  const fake = await impostor(here);
  await signIn(page, server, "en");
  await page.evaluate(() => {
    history.pushState(null, "", "/settings/section");
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  });
  await expect(page.getByText("CNC").first()).toBeVisible();
  await expect.poll(() => fake.told.length).toBeGreaterThan(0);
  await expect(page.getByLabel(words.en.unreachable)).toBeVisible();
  await page.getByRole("searchbox").fill("CNC");
  await expect(page.getByText("CNC").first()).toBeVisible();
  for (const { path, headers } of fake.told) {
    expect(path).toBe("/api/v1/gateway/ping");
    for (const name of ["mdbtk", "blade-auth", "cookie", "authorization"]) {
      expect(headers[name]).toBeUndefined();
    }
  }
  fake.close();
  here.child!.kill("SIGKILL");
});

// After both: a port that is taken away is gone for good.
for (const language of ["zh", "en"] as const) {
  test(`GATEWAY-06: a gateway without a port is configured first, and nothing opens (${language})`, async ({
    page,
  }) => {
    const say = words[language];
    const { id } = halls[0]!;
    await signIn(page, server, language);
    const at = `sys/gatewayServer/${id}`;
    const { row } = await ask<{ row: { version: number } }>(
      page,
      server,
      "GET",
      at,
    );
    await ask(page, server, "PATCH", at, {
      version: row.version,
      httpsPort: 0,
    });
    await page.reload();
    let popups = 0;
    page.on("popup", () => (popups += 1));
    await page.getByLabel(say.unreachable).click();
    await expect(page.getByText(say.noPort)).toBeVisible();
    expect(popups).toBe(0);
  });
}
