import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import type { Field } from "@/resource/metadata";
import { fakeServer } from "../../../testing/fake-server";
import { ToleranceTable } from "./tolerance-table";

const field: Field = {
  key: "class",
  kind: "choice",
  label: { zh: "公差等级", en: "Class" },
  required: true,
  unique: false,
  readOnly: false,
  hideInList: false,
  options: [
    { value: 1, label: { zh: "精密 f", en: "Fine f" } },
    { value: 2, label: { zh: "中等 m", en: "Medium m" } },
  ],
};

beforeEach(() => switchLanguage("en"));
afterEach(() => vi.unstubAllGlobals());

test("what each class permits is shown by size, the chosen one marked", async () => {
  fakeServer({
    "GET bms/tolerance-table": () => ({
      data: {
        sizes: [3, 6],
        classes: [
          { class: 1, letter: "F", deviations: [0.05, 0] },
          { class: 2, letter: "M", deviations: [0.1, 0.2] },
        ],
      },
    }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToleranceTable
        id="class"
        field={field}
        value={2}
        names={{}}
        disabled={false}
        faults={{}}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  );
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => row.textContent),
  ).toEqual([expect.stringContaining("fm"), "0.5–3±0.05±0.1", "3–6–±0.2"]);
  expect(
    within(table)
      .getAllByRole("cell")
      .filter((cell) => cell.hasAttribute("aria-current"))
      .map((cell) => cell.textContent),
  ).toEqual(["±0.1", "±0.2"]);
});
