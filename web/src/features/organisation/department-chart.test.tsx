import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { DepartmentChart } from "./department-chart";
import { treeOf, type Department } from "./department-tree";

const row = (id: string, parentId: string, manager: string): Department => ({
  ...{ id, parentId, manager, people: 2, version: 1, code: id, name: id },
  ...{ level: 1, phone: "", address: "", valid: true },
});

// DEPT-01: the chart shows each department with its manager and people, and folds by keys alone.
test("the chart is read, folded and opened by keys", async () => {
  await switchLanguage("en");
  const onOpen = vi.fn();
  const rows = [row("works", "", "Wei"), row("edm", "works", "")];
  render(
    <DepartmentChart
      branches={treeOf(rows)}
      chosenId="works"
      onOpen={onOpen}
    />,
  );
  const user = userEvent.setup();
  const works = screen.getByRole("button", { name: /^works/ });
  expect(works).toHaveTextContent("Manager Wei2 here, 4 with those below");
  expect(works).toHaveAttribute("aria-current", "true");
  expect(screen.getByRole("button", { name: /^edm/ })).toHaveTextContent(
    "Manager None2 people",
  );
  await user.tab();
  await user.tab();
  const fold = screen.getByRole("button", { name: "Fold what is below works" });
  expect(fold).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name: /^edm/ })).toBeNull();
  expect(
    screen.getByRole("button", { name: "Unfold what is below works" }),
  ).toHaveTextContent("+1");
  await user.keyboard("{Enter}");
  await user.tab();
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledWith("edm");
});
