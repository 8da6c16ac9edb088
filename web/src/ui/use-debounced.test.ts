import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useDebounced } from "./use-debounced";

afterEach(() => vi.useRealTimers());

test("VALID-06: what is typed is searched once it has rested for half a second", () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ text }) => useDebounced(text), {
    initialProps: { text: "" },
  });
  rerender({ text: "M" });
  act(() => void vi.advanceTimersByTime(400));
  rerender({ text: "M1" });
  act(() => void vi.advanceTimersByTime(499));
  expect(result.current).toBe("");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe("M1");
});
