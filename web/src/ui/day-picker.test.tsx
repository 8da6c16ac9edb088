import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { DayPicker } from "./day-picker";
import { SidePanel } from "./side-panel";

const isOpen = () =>
  document.querySelector(
    ".ant-picker-dropdown:not(.ant-slide-up-leave):not(.ant-picker-dropdown-hidden)",
  ) !== null;

test("Escape closes an open calendar alone, and the panel once it is closed", async () => {
  const close = vi.fn();
  render(
    <SidePanel title="Audit" closeLabel="Close" onClose={close}>
      <DayPicker aria-label="Valid until" />
    </SidePanel>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Valid until"));
  await waitFor(() => expect(isOpen()).toBe(true));
  await user.keyboard("{Escape}");
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(isOpen()).toBe(false));
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledTimes(1);
});

const sources = import.meta.glob<string>("../**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("only pages without a panel around it open a calendar of the library's own", () => {
  const own = Object.entries(sources).filter(
    ([path, text]) =>
      !path.endsWith(".test.tsx") && /<DatePicker[\s.]/.test(text),
  );
  expect(own.map(([path]) => path.replace(/.*\//, "")).sort()).toEqual([
    "day-picker.tsx",
    "operation-log-page.tsx",
    "time-picker.tsx",
  ]);
});
