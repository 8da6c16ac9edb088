import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ProgressBar, wholePercent } from "./progress-bar";

test("a share that falls short of the whole never reads 100", () => {
  expect(wholePercent(0.996)).toBe(99);
  expect(wholePercent(0.804)).toBe(80);
  expect(wholePercent(0)).toBe(0);
  expect(wholePercent(1)).toBe(100);
  render(<ProgressBar share={0.9999} />);
  expect(screen.getByRole("img", { name: "99%" })).toBeInTheDocument();
});
