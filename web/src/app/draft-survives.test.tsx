import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useParams } from "react-router";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { ResourcePage } from "@/resource/resource-page";
import { endedWords } from "@/session/ended";
import { session, type UserData } from "@/session/session";
import { looseServer } from "../../testing/fake-server";
import { PushLine } from "../../testing/push-line";
import { Providers } from "./providers";

const text = (zh: string, en: string) => ({ zh, en });

const meta = {
  entity: "machine",
  path: "bms/machine",
  label: text("设备", "Machine"),
  permission: "ems.machine",
  may: ["check", "detail", "modify"],
  sort: "name",
  title: "name",
  groups: [{ label: text("", ""), fields: ["name", "alias"] }],
  fields: ["name", "alias"].map((key) => ({
    key,
    kind: "text",
    label: text(key, key),
    required: false,
    unique: false,
    readOnly: false,
    hideInList: false,
  })),
};

const row = { id: "m1", version: 3, name: "EDM-1", alias: "" };

function Screen() {
  const { id } = useParams();
  return (
    <Providers>
      <Suspense>
        <ResourcePage entity="machine" home="/ems/machine" openId={id} />
      </Suspense>
    </Providers>
  );
}

const signIn = () =>
  session.set({ token: "t", userData: { userId: "u1" } as UserData });

async function open(save: { status: number; code: number } | null) {
  looseServer({
    "GET meta/machine": () => ({ data: meta }),
    "GET bms/machine": () => ({
      data: { rows: [row], total: 1, page: 1, size: 200 },
    }),
    "GET bms/machine/m1": () => ({ data: { row, names: {} } }),
    ...(save && { "PATCH bms/machine/m1": () => save }),
  });
  const router = createMemoryRouter(
    [
      { path: "/ems/machine/:id?", Component: Screen },
      { path: "/login", element: <h1>Sign in</h1> },
    ],
    { initialEntries: ["/ems/machine/m1"] },
  );
  render(<RouterProvider router={router} />);
  return {
    box: await screen.findByRole("textbox", { name: /^alias/ }),
    router,
  };
}

beforeEach(async () => {
  vi.stubGlobal("WebSocket", PushLine);
  await switchLanguage("en");
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
  sessionStorage.clear();
});

test.each([
  ["401", "401"],
  ["11009", "11009"],
  ["a kick", "kick"],
])(
  "ERR-03, PUSH-05: what was typed survives %s and is there after signing in again",
  async (_, end) => {
    const code = Number(end);
    const { box, router } = await open(code ? { status: 401, code } : null);
    const user = userEvent.setup();
    await user.type(box, "old lady");
    if (code) {
      await user.keyboard("{Control>}s{/Control}");
    } else {
      PushLine.say("kick", {
        reason: "kick",
        texts: {
          zh: "管理员已将您下线",
          en: "An administrator signed you out",
        },
      });
    }
    expect(await screen.findByText("Sign in")).toBeVisible();
    expect(router.state.location.pathname).toBe("/login");
    if (!code) {
      expect(endedWords()()).toContain("An administrator signed you out");
    }
    expect(session.signedIn()).toBe(false);

    cleanup();
    signIn();
    const again = await open(null);
    await waitFor(() => expect(again.box).toHaveValue("old lady"));
    cleanup();

    // Whoever signs in instead of them finds nothing of it.
    session.set({ token: "t2", userData: { userId: "u2" } as UserData });
    const other = await open(null);
    expect(other.box).toHaveValue("");
  },
);

test("a form that still stands during a switch keeps nothing for the next factory", async () => {
  const at = (factoryId: string) =>
    session.set({ userData: { userId: "u1", factoryId } as UserData });
  at("f1");
  const { box } = await open(null);
  const user = userEvent.setup();
  await user.type(box, "old");
  act(() => at("f2"));
  await user.type(box, " lady");
  const drafts = Object.keys(sessionStorage).filter((key) =>
    key.startsWith("mw.draft."),
  );
  expect(drafts).toEqual(["mw.draft.u1..f1.machine.m1"]);
  // The page is loaded anew for the switch: nobody is asked whether to stay.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
});

test("a row that somebody changed is not read again under the hands of who types", async () => {
  const { box } = await open({ status: 200, code: 1 });
  const user = userEvent.setup();
  await user.type(box, "mine");
  const sent = looseServer({
    "GET bms/machine": () => ({ data: { rows: [row], total: 1 } }),
    "GET bms/machine/m1": () => ({
      data: { row: { ...row, version: 4, alias: "theirs" }, names: {} },
    }),
    "PATCH bms/machine/m1": () => ({ status: 409, code: 20009 }),
  });
  PushLine.comeBack();
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(sent.at(-1)!.body).toEqual({ version: 3, alias: "mine" }),
  );
  expect(box).toHaveValue("mine");
});
