import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { reader } from "./read-again";

/** A page that shows one list, whose answers come when they are told to. */
async function shown() {
  const client = new QueryClient();
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["schedules", "newest"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: Infinity,
  });
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const readAgain = reader(client);
  return {
    answers,
    rows: () => observer.getCurrentResult().data,
    signal: () => readAgain("schedules", { queryKey: ["schedules"] }),
  };
}

test("signals that come faster than answers never break a read off, and the last one is read", async () => {
  const page = await shown();
  page.answers[0]!("old");
  await vi.waitFor(() => expect(page.rows()).toBe("old"));

  void page.signal();
  await vi.waitFor(() => expect(page.answers).toHaveLength(2));
  const waiting = [page.signal(), page.signal(), page.signal()];
  await Promise.all(waiting);
  expect(page.answers).toHaveLength(2);

  page.answers[1]!("newer");
  await vi.waitFor(() => expect(page.rows()).toBe("newer"));
  await vi.waitFor(() => expect(page.answers).toHaveLength(3));
  page.answers[2]!("newest");
  await vi.waitFor(() => expect(page.rows()).toBe("newest"));

  void page.signal();
  await vi.waitFor(() => expect(page.answers).toHaveLength(4));
});

test("a signal during the first read is read after it", async () => {
  const page = await shown();
  void page.signal();
  page.answers[0]!("asked before the change");
  await vi.waitFor(() => expect(page.answers).toHaveLength(2));
  page.answers[1]!("with the change");
  await vi.waitFor(() => expect(page.rows()).toBe("with the change"));
});
