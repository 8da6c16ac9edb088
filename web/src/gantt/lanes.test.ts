import { expect, test } from "vitest";
import { firstFrom, trackOf } from "./lanes";

const columns = (...spans: [number, number][]) => ({
  bars: spans.map((_, i) => i),
  start: Int32Array.from(spans, ([start]) => start),
  end: Int32Array.from(spans, ([, end]) => end),
});

test("bars that touch share a lane, bars that overlap do not", () => {
  const { bars, start, end } = columns([0, 10], [10, 20], [5, 15], [12, 30]);
  const track = trackOf(bars, start, end);
  expect([...track.bars]).toEqual([0, 2, 1, 3]);
  expect([...track.lanes]).toEqual([0, 1, 0, 2]);
  expect(track.laneCount).toBe(3);
});

test("no two bars of a lane overlap, and no packing needs fewer lanes", () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 20; round++) {
    const spans = Array.from({ length: 200 }, (): [number, number] => {
      const start = random(1000);
      return [start, start + 1 + random(60)];
    });
    const { bars, start, end } = columns(...spans);
    const track = trackOf(bars, start, end);
    const until = new Map<number, number>();
    track.bars.forEach((bar, i) => {
      const lane = track.lanes[i]!;
      expect(start[bar]!).toBeGreaterThanOrEqual(until.get(lane) ?? 0);
      until.set(lane, end[bar]!);
    });
    const depth = Math.max(
      ...spans.map(
        ([at]) => spans.filter(([a, b]) => a <= at && at < b).length,
      ),
    );
    expect(track.laneCount).toBe(depth);
  }
});

test("what is past makes no lane of the plan's own, and at most one thin one", () => {
  const past: [number, number][] = [
    [0, 9],
    [1, 9],
    [2, 9],
    [3, 9],
    [4, 9],
  ];
  const { bars, start, end } = columns(...past, [20, 30], [30, 40]);
  const track = trackOf(bars, start, end, (bar) => bar < past.length);
  expect(track.liveLanes).toBe(1);
  expect([...track.lanes]).toEqual([0, 1, 1, 1, 1, 0, 0]);
});

test("a search by start finds long bars that began earlier", () => {
  const { bars, start, end } = columns([0, 100], [10, 20], [200, 210]);
  const track = trackOf(bars, start, end);
  expect(firstFrom(track, start, 90)).toBe(0);
  expect(firstFrom(track, start, 301)).toBe(3);
});
