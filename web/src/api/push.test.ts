import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pushThrough } from "./push-host";
import { session } from "@/session/session";
import type { UserData } from "@/session/session";
import { openPush, pauseBefore, systemOf } from "./push";
import { watchMs } from "./times";

/** The server's end of a line, played by the test. */
class Line {
  static all: Line[] = [];
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  isOpen = true;

  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
    this.isOpen = false;
    this.onclose?.({ code });
  }
  say(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  greet() {
    this.onopen?.();
    this.say({ type: "handshake", data: { connectionId: "c1" } });
    this.say({ type: "bound" });
  }
}

function setHidden(hidden: boolean) {
  Object.defineProperty(document, "hidden", {
    value: hidden,
    configurable: true,
  });
  document.dispatchEvent(new Event("visibilitychange"));
}

const ears = () => ({
  onSignal: vi.fn(),
  onMessage: vi.fn(),
  onKick: vi.fn(),
  onLine: vi.fn(),
});

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  session.set({ token: "secret", tenantId: "t1" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.clear();
  setHidden(false);
  pushThrough("");
});

test("PUSH-01, PUSH-02, PUSH-03, PUSH-04, PUSH-11: it shakes hands, binds, hears, and acknowledges what is flagged", () => {
  const heard = ears();
  session.set({ userData: { userId: "u1", realName: "Li Wei" } as UserData });
  const close = openPush(["aps.run"], heard);
  const [line] = Line.all;
  line!.greet();
  expect(line!.url).toBe("ws://localhost/front/api/v1/push");
  const deviceId = localStorage.getItem("mw.deviceId");
  expect(deviceId).toMatch(/^[0-9a-f]{32}$/);
  expect(line!.sent[0]).toEqual({
    type: "handshake",
    data: {
      deviceId,
      osName: expect.any(String) as string,
      osVersion: expect.any(String) as string,
      clientVersion: "web",
    },
  });
  expect(line!.sent[1]).toEqual({
    type: "bind",
    data: {
      userId: "u1",
      tags: ["aps.run"],
      auth: { token: "secret", tenantId: "t1", realName: "Li Wei" },
    },
  });
  expect(heard.onLine).toHaveBeenCalledWith(true);
  line!.say({
    type: "signal",
    data: { topic: "aps.run", data: { percent: 40 } },
  });
  expect(heard.onSignal).toHaveBeenCalledWith("aps.run", { percent: 40 });
  line!.say({ type: "push", id: "m1", ack: true, data: { title: "New" } });
  expect(heard.onMessage).toHaveBeenCalledWith({ title: "New" });
  expect(line!.sent.at(-1)).toEqual({ type: "ack", id: "m1" });
  line!.say({ type: "push", id: "m2", ack: false, data: { title: "Old" } });
  expect(line!.sent.at(-1)).toEqual({ type: "ack", id: "m1" });
  close();
});

test("PUSH-11: push goes to the host that the server names, when it is one", () => {
  for (const [named, host] of [
    ["push.example.com:8443", "push.example.com:8443"],
    ["evil.example/path?", "localhost"],
    ["user@evil.example", "localhost"],
    ["", "localhost"],
  ]) {
    pushThrough(named!);
    openPush([], ears())();
    expect(Line.all.at(-1)!.url).toBe(`ws://${host}/front/api/v1/push`);
  }
});

test("PUSH-02: the system is read from what the browser says of itself", () => {
  expect(
    systemOf("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140"),
  ).toEqual({ osName: "Windows NT", osVersion: "10.0" });
  expect(
    systemOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)"),
  ).toEqual({ osName: "CPU iPhone OS", osVersion: "18.1" });
  expect(systemOf("curl")).toEqual({ osName: "", osVersion: "" });
});

test("PUSH-06: a hidden page has no line; in sight again it has one at once", () => {
  const heard = ears();
  const close = openPush([], heard);
  Line.all[0]!.greet();
  setHidden(true);
  expect(Line.all[0]!.isOpen).toBe(false);
  expect(heard.onLine).toHaveBeenLastCalledWith(false);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
  setHidden(false);
  expect(Line.all).toHaveLength(2);
  Line.all[1]!.greet();
  expect(heard.onLine).toHaveBeenLastCalledWith(true);
  close();
  setHidden(true);
  setHidden(false);
  expect(Line.all).toHaveLength(2);
});

test("PUSH-08: an error closes the line, and the watcher opens it again", () => {
  const close = openPush([], ears());
  Line.all[0]!.greet();
  Line.all[0]!.onerror?.();
  expect(Line.all[0]!.isOpen).toBe(false);
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(Line.all).toHaveLength(2);
  close();
});

test("the line of a session that ended while it was down waits for the renewal", () => {
  const close = openPush([], ears());
  Line.all[0]!.close(4401);
  vi.advanceTimersByTime(3_000);
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(6_000);
  expect(Line.all).toHaveLength(2);
  close();
});

test("PUSH-07: the watcher tries a broken line again, later each time; a bound one begins anew", () => {
  const heard = ears();
  const close = openPush([], heard);
  Line.all[0]!.close();
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(watchMs);
  expect(Line.all).toHaveLength(2);
  Line.all[1]!.close();
  vi.advanceTimersByTime(999);
  expect(Line.all).toHaveLength(2);
  vi.advanceTimersByTime(1_001);
  expect(Line.all).toHaveLength(3);
  Line.all[2]!.greet();
  expect(heard.onLine).toHaveBeenLastCalledWith(true);
  Line.all[2]!.close();
  expect(heard.onLine).toHaveBeenLastCalledWith(false);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(4);
  close();
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(4);
});

test("a server that never binds is given up after ten seconds", () => {
  const close = openPush([], ears());
  Line.all[0]!.onopen?.();
  vi.advanceTimersByTime(11_500);
  expect(Line.all).toHaveLength(2);
  close();
});

test("PUSH-05: who was kicked hears why, closes the line and does not come back", () => {
  const heard = ears();
  openPush([], heard);
  Line.all[0]!.greet();
  Line.all[0]!.say({
    type: "kick",
    data: { reason: "kick", texts: { zh: "已结束", en: "Ended" } },
  });
  expect(Line.all[0]!.isOpen).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(heard.onKick).toHaveBeenCalledWith("kick", {
    zh: "已结束",
    en: "Ended",
  });
  expect(Line.all).toHaveLength(1);
});

test("pauses grow to half a minute at most", () => {
  expect(pauseBefore(0, 0)).toBe(500);
  expect(pauseBefore(2, 1)).toBe(4_000);
  expect(pauseBefore(20, 1)).toBe(30_000);
});
