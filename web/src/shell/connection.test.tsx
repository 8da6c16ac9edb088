import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { noteLine } from "@/api/connection";
import { useReconnection } from "./connection";

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("@/api/call", () => ({ call }));

afterEach(() => {
  vi.useRealTimers();
  call.mockReset();
  noteLine(false);
});

const never = () => new Promise<never>(() => undefined);

function Page() {
  useQuery({ queryKey: ["rows"], queryFn: never });
  return <p>{useReconnection() ? "silent" : "fine"}</p>;
}

function show() {
  vi.useFakeTimers();
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a server that takes calls and does not answer is noticed after some three seconds", async () => {
  call.mockImplementation(never);
  show();
  await pass(2_000);
  expect(screen.getByText("fine")).toBeVisible();
  await pass(2_000);
  expect(screen.getByText("silent")).toBeVisible();
  // The next answer to any call tells that it is back.
  act(() => noteLine(false));
  expect(screen.getByText("fine")).toBeVisible();
});

test("a read that takes long of itself is no silence", async () => {
  call.mockResolvedValue(null);
  show();
  await pass(30_000);
  expect(screen.getByText("fine")).toBeVisible();
  expect(call.mock.calls.length).toBeLessThan(4);
});

test("the network's end is told at once, and its return asked after at once", async () => {
  call.mockImplementation(() => Promise.reject(new Error("nobody")));
  show();
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText("silent")).toBeVisible();
  await pass(0);
  const asked = call.mock.calls.length;
  call.mockImplementation(() => {
    noteLine(false);
    return Promise.resolve(null);
  });
  act(() => void window.dispatchEvent(new Event("online")));
  await pass(0);
  expect(call.mock.calls.length).toBe(asked + 1);
  expect(screen.getByText("fine")).toBeVisible();
});
