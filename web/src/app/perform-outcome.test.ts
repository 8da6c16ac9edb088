import { beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { switchLanguage } from "@/i18n/language";
import { landingPath } from "@/public/sign-in";
import { performOutcome, type Stage } from "./perform-outcome";
import { sayApp } from "./texts";

function stage() {
  return {
    toast: vi.fn<Stage["toast"]>(),
    notice: vi.fn<Stage["notice"]>(),
    go: vi.fn<Stage["go"]>(),
    leave: vi.fn<Stage["leave"]>(),
    verifyBySms: vi.fn<Stage["verifyBySms"]>(),
    words: {
      fault: sayApp("fault"),
      refused: sayApp("refused"),
      check: "check",
      stale: "stale",
      nothing: sayApp("nothing"),
      needs: (key: string) => `needs ${key}`,
    },
    here: "/pm/mould?q=M1",
  };
}

beforeEach(async () => {
  session.set({ token: "t" });
  await switchLanguage("en");
});

test("ERR-02, ERR-03: the login follows, and leads back to where one was", () => {
  vi.useFakeTimers();
  const on = stage();
  performOutcome(
    { kind: "login", texts: { zh: "已用", en: "used" }, afterMs: 1000 },
    on,
  );
  expect(on.toast).toHaveBeenCalledWith("error", "used");
  expect(session.signedIn()).toBe(false);
  vi.advanceTimersByTime(999);
  expect(on.go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(on.go).toHaveBeenCalledWith("/login?from=%2Fpm%2Fmould%3Fq%3DM1");
  vi.useRealTimers();
});

test("ERR-03: calls that fail together lead to the login once, with the way back of the first", () => {
  const on = stage();
  const login = {
    kind: "login",
    texts: { zh: "", en: "" },
    afterMs: 0,
  } as const;
  performOutcome(login, on);
  performOutcome(login, { ...on, here: "/login?from=%2Fpm%2Fmould" });
  expect(on.go).toHaveBeenCalledTimes(1);
  expect(on.go).toHaveBeenCalledWith("/login?from=%2Fpm%2Fmould%3Fq%3DM1");
});

test("ERR-08: the code that was sent by SMS is asked for", () => {
  const on = stage();
  performOutcome({ kind: "verify-by-sms", phones: ["138******01"] }, on);
  expect(on.verifyBySms).toHaveBeenCalledWith(["138******01"]);
  expect(on.toast).not.toHaveBeenCalled();
});

test("CALL-16, CALL-17: what an export cannot give stays to be read, with its data; nothing to export is said", () => {
  const on = stage();
  const stays = { stays: true };
  performOutcome({ kind: "error", message: "no", detail: "EDM" }, on, stays);
  expect(on.notice).toHaveBeenLastCalledWith("no", "EDM");
  performOutcome({ kind: "fault" }, on, stays);
  expect(on.notice).toHaveBeenLastCalledWith(sayApp("fault"), "");
  performOutcome({ kind: "empty-file" }, on, stays);
  expect(on.toast).toHaveBeenCalledExactlyOnceWith("info", "No data to export");
});

test("CALL-16: a refused export stays to be read, and names of rows stand apart from the sentence", () => {
  const on = stage();
  const stays = { stays: true };
  performOutcome(
    { kind: "refused", message: "no", permission: "a.export" },
    on,
    stays,
  );
  expect(on.notice).toHaveBeenLastCalledWith("no", "needs a.export");
  const apart = { title: "in use", detail: "CNC, EDM" };
  const named = { kind: "error", message: 'in use "CNC, EDM"', apart } as const;
  performOutcome(named, on, stays);
  expect(on.notice).toHaveBeenLastCalledWith("in use", "CNC, EDM");
  expect(on.toast).not.toHaveBeenCalled();
  performOutcome(named, on);
  expect(on.toast).toHaveBeenCalledWith("error", 'in use "CNC, EDM"');
});

test("ERR-06: menus are forgotten, the path is remembered, then one leaves", () => {
  const on = stage();
  session.set({ permitted: { "pm.mould.check": true } });
  performOutcome({ kind: "redirect", url: "/account", forgetMenus: true }, on);
  expect(session.get().permitted).toEqual({});
  // Where the way in after signing in, and after a switch, looks for it.
  expect(landingPath("")).toBe("/pm/mould?q=M1");
  expect(on.leave).toHaveBeenCalledWith("/account");
});

test("ERR-11: nobody at the other end raises no message", () => {
  const on = stage();
  performOutcome({ kind: "unreachable" }, on);
  expect(on.notice).not.toHaveBeenCalled();
  expect(on.toast).not.toHaveBeenCalled();
});

test("ERR-14, ERR-15: a fault and a refusal have words of their own", () => {
  const on = stage();
  performOutcome({ kind: "fault" }, on);
  expect(on.toast).toHaveBeenLastCalledWith(
    "error",
    "Server exception, please contact the administrator",
  );
  performOutcome({ kind: "refused", message: "", permission: "a.b" }, on);
  expect(on.toast).toHaveBeenLastCalledWith(
    "error",
    "You do not have permission right now needs a.b",
  );
});

test("wrong fields are the form's to show; without a form they stay to be read", () => {
  const errors = [
    {
      field: "name",
      rule: "required",
      texts: { zh: "请填写名称", en: "Name is empty" },
    },
  ];
  const on = stage();
  performOutcome({ kind: "fields", errors }, on, { showsFields: true });
  expect(on.notice).not.toHaveBeenCalled();
  performOutcome({ kind: "fields", errors }, on);
  expect(on.notice).toHaveBeenCalledWith("check", "Name is empty");
  expect(on.toast).not.toHaveBeenCalled();
});

test("a call that shows its refusals itself is left alone, the login is not", () => {
  const on = stage();
  performOutcome({ kind: "error", message: "no" }, on, { quiet: true });
  expect(on.toast).not.toHaveBeenCalled();
  performOutcome({ kind: "login", texts: { zh: "", en: "" }, afterMs: 0 }, on, {
    quiet: true,
  });
  expect(session.signedIn()).toBe(false);
});
