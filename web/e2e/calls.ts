import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";

/** Calls the cloud as whoever is signed in on the page, past its screens. */
export async function ask<Answer>(
  page: Page,
  server: Server,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  data?: object,
) {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("mw.token")!) as string,
  );
  const reply = await page.request.fetch(`${server.url}/front/api/v1/${path}`, {
    method,
    headers: { mdbtk: token },
    ...(data && { data }),
  });
  const body = (await reply.json()) as { code: number; data: Answer };
  expect(body, path).toMatchObject({ code: 1 });
  return body.data;
}

/** Saves a schedule of all moulds from the next hour on and starts its run, in the factory where the page's session stands. */
export async function startRun(
  page: Page,
  server: Server,
  name: string,
  timeLimitSeconds: number,
) {
  const { id } = await ask<{ id: string }>(
    page,
    server,
    "POST",
    "aps/exe/job/configSave",
    {
      name,
      startTime: new Date(Date.now() + 3_600_000).toISOString(),
      settings: { timeLimitSeconds },
    },
  );
  await ask(page, server, "POST", "aps/exe/job/startScheduling", { id });
  return id;
}

/** Ids of the demo's published schedule and of some rows, for the screens that show one thing. */
export async function ids(page: Page, server: Server) {
  async function first(method: "GET" | "POST", path: string, data?: object) {
    const { rows } = await ask<{ rows: { id: string }[] }>(
      page,
      server,
      method,
      path,
      data,
    );
    return rows[0]!.id;
  }
  return {
    schedule: await first("POST", "aps/exe/job/query", {
      page: 1,
      size: 1,
      sort: "-createTime",
      q: "",
    }),
    mould: await first("GET", "pm/mould?size=1&sort=mouldNo"),
    machine: await first("GET", "bms/machine?size=1&sort=name"),
    calendar: await first("GET", "bms/calendar?size=1&sort=sortOrder"),
    shift: await first("GET", "bms/shift?size=1&sort=name"),
    group: await first("GET", "bms/group?size=1&sort=code"),
  };
}
