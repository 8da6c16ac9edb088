import { expect, test } from "vitest";
import { clockOf } from "./clock";
import { ticksOf } from "./ticks";

const shanghai = clockOf("2026-03-02T00:00:00Z", "Asia/Shanghai", "zh-CN");

test("days begin at the factory's midnight", () => {
  const { minor, major } = ticksOf(0, 10_000, 0.1, shanghai);
  expect(minor[1]).toMatchObject({ minute: 16 * 60, label: "周二 3" });
  expect(major[0]!.label).toBe("2026年3月");
});

test.each([
  [6, "08:00"],
  [0.9, "08:00"],
  [0.05, "周一 2"],
  [0.03, "2"],
  [0.003, "2"],
  [0.0006, "1月"],
])("at %f pixels a minute the first tick says %s", (scale, label) => {
  const { minor } = ticksOf(0, 1000 / scale, scale, shanghai);
  expect(minor[0]!.label).toBe(label);
});

test("labels never stand closer than they are wide", () => {
  for (let scale = 6; scale > 0.0002; scale *= 0.8) {
    const { minor, major } = ticksOf(-500, 1400 / scale, scale, shanghai);
    for (const line of [minor, major]) {
      for (let i = 1; i < line.length - 1; i++) {
        const gap = (line[i + 1]!.minute - line[i]!.minute) * scale;
        expect(gap).toBeGreaterThan(24);
      }
    }
    expect(minor.length).toBeLessThan(80);
  }
});

test("a day with a clock change has 23 hours", () => {
  const berlin = clockOf("2026-03-28T00:00:00Z", "Europe/Berlin", "en-GB");
  const { minor } = ticksOf(0, 4 * 1440, 0.06, berlin);
  const midnights = minor.map(({ minute }) => minute);
  expect(midnights[2]! - midnights[1]!).toBe(23 * 60);
  expect(berlin.moment(midnights[2]!)).toBe("03-30 00:00");
});

test("moments of other years name their year", () => {
  expect(shanghai.moment(0)).toBe("03-02 08:00");
  expect(shanghai.due(0)).toBe("03-02 08:00");
  expect(shanghai.due(16 * 60)).toBe("03-02"); // midnight ends the day before
  expect(shanghai.moment(365 * 1440)).toBe("2027-03-02 08:00");
});
