import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { useListAddress } from "./use-list-address";

afterEach(() => vi.useRealTimers());

const at = (address: string) =>
  renderHook(
    () => ({
      ...useListAddress(),
      address: useLocation().search,
      go: useNavigate(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      ),
    },
  );

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

test("a search that comes by a link leaves by the way back, however soon", () => {
  vi.useFakeTimers();
  const { result } = at("/list");
  act(() => void result.current.go("/list?q=M1"));
  expect(result.current.typed).toBe("M1");
  act(() => void vi.advanceTimersByTime(200));
  act(() => void result.current.go(-1));
  expect(result.current.typed).toBe("");
  act(() => void vi.advanceTimersByTime(1000));
  expect(result.current).toMatchObject({ search: "", typed: "", address: "" });
  act(() => void result.current.go(1));
  act(() => void vi.advanceTimersByTime(1000));
  expect(result.current).toMatchObject({ search: "M1", typed: "M1" });
});

test("what is typed on while a search goes to the address stays", () => {
  vi.useFakeTimers();
  const { result } = at("/list");
  act(() => result.current.setTyped("M1"));
  act(() => void vi.advanceTimersByTime(500));
  act(() => result.current.setTyped("M12"));
  expect(result.current).toMatchObject({ search: "M1", typed: "M12" });
  act(() => void vi.advanceTimersByTime(500));
  expect(result.current).toMatchObject({ search: "M12", typed: "M12" });
});
