import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { gatewayToken } from "../../testing/gateway-token";
import { gateway, placeGateway, wayOf } from "./gateway";

const originOf = (path: string) => wayOf(path)?.origin ?? "";

const found = {
  origin: "https://192.168.1.20:8443",
  state: 1 as const,
  sessionId: "public-1",
  token: gatewayToken({ expires: Infinity }),
};

afterEach(() => {
  vi.useRealTimers();
  gateway.clear();
  session.clear();
  placeGateway({ serverAppUuid: "", mdbId: "" });
});

test("GATEWAY-11: menus that are asked for anew change nothing about a gateway that was found; another place does", () => {
  placeGateway({ serverAppUuid: "0190-a", mdbId: "public-1" });
  expect(originOf("aps/x")).toBe("");
  gateway.set(found);
  expect(originOf("aps/x")).toBe("https://192.168.1.20:8443");
  expect(originOf("upms/x")).toBe("");
  placeGateway({ serverAppUuid: "0190-a", mdbId: "public-2" });
  expect(originOf("aps/x")).not.toBe("");
  expect(gateway.get().sessionId).toBe("public-2");
  placeGateway({ serverAppUuid: "0190-b", mdbId: "public-2" });
  expect(originOf("aps/x")).toBe("");
});

test("GATEWAY-11: a gateway that failed a call rests, however well it answers; another one does not", () => {
  vi.useFakeTimers();
  gateway.set(found);
  gateway.down();
  expect(gateway.set(found)).toBe(0);
  expect(gateway.set({ ...found, origin: "https://10.0.0.9:8443" })).toBe(1);
  vi.advanceTimersByTime(59_000);
  expect(gateway.set(found)).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(gateway.set(found)).toBe(1);
});

test("GATEWAY-11: what the gateway does not carry goes to the cloud, however it is written", () => {
  gateway.set(found);
  for (const path of ["aps/x", "bms/section", "bms/section/{id}?page=1"]) {
    expect(wayOf(path)).toEqual({
      origin: "https://192.168.1.20:8443",
      token: "mwt_short",
    });
  }
  for (const path of [
    "bms/msg/getUserMsgList.do",
    "bms/sys/qrcode/identifyAndForward",
    "bms/sections",
    "bms",
    "apsx/a",
    "aps/../upms/user/getModuleTree.do",
    "/aps/x",
    "sys/gateway/{serverAppUuid}/token",
  ]) {
    expect(wayOf(path)).toBeNull();
  }
});

test("CALL-05: a token of a gateway serves its own session and its own minutes", () => {
  vi.useFakeTimers();
  session.set({ token: "one" });
  gateway.set({
    ...found,
    token: gatewayToken({ expires: Date.now() + 1_000 }),
  });
  expect(wayOf("aps/x")).not.toBeNull();
  session.set({ token: "two" });
  expect(wayOf("aps/x")).toBeNull();
  session.set({ token: "one" });
  vi.advanceTimersByTime(1_000);
  expect(wayOf("aps/x")).toBeNull();
  gateway.set({ ...found, token: null });
  expect(wayOf("aps/x")).toBeNull();
});
