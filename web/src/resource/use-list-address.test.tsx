import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { useListAddress } from "./use-list-address";

afterEach(() => vi.useRealTimers());

const at = (address: string) =>
  renderHook(() => ({ ...useListAddress(), address: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  });

test("VALID-06: a list searches once what is typed has rested for half a second", () => {
  vi.useFakeTimers();
  const { result } = at("/list?f.valid=1");
  act(() => result.current.setTyped("M"));
  act(() => void vi.advanceTimersByTime(499));
  expect(result.current.search).toBe("");
  act(() => result.current.setTyped(" M1 "));
  act(() => void vi.advanceTimersByTime(499));
  expect(result.current).toMatchObject({ search: "", typed: " M1 " });
  expect(result.current.address).toBe("?f.valid=1");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.search).toBe("M1");
  expect(new URLSearchParams(result.current.address).get("q")).toBe("M1");
  expect(result.current.filters).toEqual({ valid: "1" });
});
