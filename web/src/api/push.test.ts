import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { openPush, pauseBefore } from "./push";

/** The server's end of a line, played by the test. */
class Line {
  static all: Line[] = [];
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
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
});

test("it shakes hands, binds with the token in the frame and hears signals", () => {
  const heard = ears();
  const close = openPush(["aps.run"], heard);
  const [line] = Line.all;
  line!.greet();
  expect(line!.url).not.toContain("secret");
  expect(line!.sent).toMatchObject([
    { type: "handshake" },
    {
      type: "bind",
      data: { tags: ["aps.run"], auth: { token: "secret", tenantId: "t1" } },
    },
  ]);
  line!.say({
    type: "signal",
    data: { topic: "aps.run", data: { percent: 40 } },
  });
  expect(heard.onSignal).toHaveBeenCalledWith("aps.run", { percent: 40 });
  line!.say({ type: "push", id: "m1", ack: true, data: { title: "New" } });
  expect(heard.onMessage).toHaveBeenCalledWith({ title: "New" });
  expect(line!.sent.at(-1)).toEqual({ type: "ack", id: "m1" });
  close();
});

test("a broken line is tried again, later each time; a bound one begins anew", () => {
  const heard = ears();
  const close = openPush([], heard);
  Line.all[0]!.close();
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
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

test("who was kicked hears why and does not come back", () => {
  const heard = ears();
  openPush([], heard);
  Line.all[0]!.greet();
  Line.all[0]!.say({ type: "kick", data: { reason: "x", message: "Ended" } });
  Line.all[0]!.close(4403);
  vi.advanceTimersByTime(60_000);
  expect(heard.onKick).toHaveBeenCalledWith("Ended");
  expect(Line.all).toHaveLength(1);
});

test("pauses grow to half a minute at most", () => {
  expect(pauseBefore(0, 0)).toBe(500);
  expect(pauseBefore(2, 1)).toBe(4_000);
  expect(pauseBefore(20, 1)).toBe(30_000);
});
