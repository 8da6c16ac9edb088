import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { binary, freePort, start, type Server } from "./server";
import { faults, settled, signIn } from "./visit";

// The gateway makes its own certificate; a person says once that they trust it.
test.use({ ignoreHTTPSErrors: true });

const words = {
  zh: { unreachable: "网关不可达，点击验证网关", factory: "切换工厂" },
  en: {
    unreachable: "Gateway not reachable, click to verify gateway",
    factory: "Change factory",
  },
};

let server: Server;
let folder = "";
let port = 0;
let key = "";
let id = "";
let child: ChildProcess | null = null;

test.beforeAll(async () => {
  server = await start("sqlite");
  folder = mkdtempSync(join(tmpdir(), "mouldworks-gateway-"));
  port = await freePort();
});
test.afterAll(() => {
  child?.kill("SIGKILL");
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `mouldworks gateway` as a factory does, until it says that it is ready. */
function runGateway() {
  child = spawn(
    binary,
    ["gateway", "--cloud", server.url, "--data", folder].concat(
      ...["--listen", `127.0.0.1:${port}`, "--host", "127.0.0.1"],
    ),
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, MOULDWORKS_GATEWAY_KEY: key },
    },
  );
  return new Promise<void>((resolve) => {
    child!.stdout!.on("data", (said: Buffer) => {
      if (said.toString().includes("is ready at")) {
        resolve();
      }
    });
  });
}

async function ask<Data>(page: Page, path: string, data: object) {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("mw.token")!) as string,
  );
  const reply = await page.request.post(`${server.url}/front/api/v1/${path}`, {
    data,
    headers: { mdbtk: token },
  });
  expect(reply.ok(), path).toBe(true);
  return ((await reply.json()) as { data: Data }).data;
}

/** Registers the gateway of the demo's factory and has a key made for it. */
async function register(page: Page) {
  const factory = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem("mw.userData")!) as {
          factoryId: string;
        }
      ).factoryId,
  );
  const { row } = await ask<{ row: { id: string } }>(
    page,
    "sys/gatewayServer",
    { name: "Hall 1", factory, innerIp: "127.0.0.1", httpsPort: port },
  );
  id = row.id;
  ({ key } = await ask<{ key: string }>(page, `sys/gateway/${id}/key`, {}));
}

for (const language of ["zh", "en"] as const) {
  test(`GATEWAY-02, GATEWAY-03, GATEWAY-11, HEADER-22: the gateway of a factory shortens the way, and nobody is lost without it (${language})`, async ({
    page,
  }) => {
    const say = words[language];
    const asked: URL[] = [];
    page.on("request", (request) => asked.push(new URL(request.url())));
    const lists = (origin: string) =>
      asked.filter(
        (url) => url.origin === origin && url.pathname.endsWith("/bms/section"),
      ).length;
    const origin = `https://127.0.0.1:${port}`;
    await signIn(page, server, language);
    if (!key) {
      await register(page);
    }
    await runGateway();
    // Its own line to the cloud is up: the cloud lists it as present.
    await expect
      .poll(async () => {
        const servers = await ask<
          { serverAppUuid: string; gatewayState: number }[]
        >(page, "upms/user/getGatewayServerList.do", {});
        return servers.find((one) => one.serverAppUuid === id)?.gatewayState;
      })
      .toBe(1);

    // The policy of a page names the gateway that was known before: a new one is asked from the next page on.
    await page.goto(`${server.url}/home`);
    await settled(page);
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("mw.gatewayState")))
      .toBe("1");
    await expect(page.getByLabel(say.unreachable)).toHaveCount(0);
    await page.evaluate(() => {
      history.pushState(null, "", "/settings/section");
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
    });
    await expect(page.getByText("CNC").first()).toBeVisible();
    expect(lists(origin)).toBeGreaterThan(0);
    expect(lists(new URL(server.url).origin)).toBe(0);
    // Sessions, tenants and push stay with the cloud.
    expect(
      asked.filter(
        (url) =>
          url.origin === origin && /upms|switchTenant/.test(url.pathname),
      ),
    ).toEqual([]);

    // It goes: what is read comes from the cloud, and the header says so.
    child!.kill("SIGKILL");
    const before = lists(new URL(server.url).origin);
    await page.getByRole("searchbox").fill("E");
    await expect
      .poll(() => lists(new URL(server.url).origin))
      .toBeGreaterThan(before);
    await expect(page.getByLabel(say.unreachable)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
}
