import { afterEach, expect, test, vi } from "vitest";
import { gateway, originOf, placeGateway } from "./gateway";

const found = {
  origin: "https://192.168.1.20:8443",
  state: 1 as const,
  sessionId: "public-1",
};

afterEach(() => {
  vi.useRealTimers();
  gateway.clear();
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
