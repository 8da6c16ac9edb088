import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { UseList } from "./use-list";

test("each kind that refers to a record has its count and links to the first of them", async () => {
  const visited: string[] = [];
  render(
    <UseList
      uses={[
        {
          label: "Machine",
          count: 3,
          entity: "machine",
          rows: [
            { id: "m1", title: "EDM-1" },
            { id: "m2", title: "EDM-2" },
          ],
        },
        { label: "Operation · Eligible machines", count: 7, rows: [] },
      ]}
      pathOf={(entity, id) =>
        entity === "machine" ? `/ems/machine/${id}` : undefined
      }
      onVisit={(path) => visited.push(path)}
    />,
  );
  const [machines, operations] = screen.getAllByRole("listitem");
  expect(machines).toHaveTextContent("Machine3EDM-1 · EDM-2 …");
  expect(operations).toHaveTextContent("Operation · Eligible machines7");
  const link = screen.getByRole("link", { name: "EDM-2" });
  expect(link).toHaveAttribute("href", "/ems/machine/m2");
  await userEvent.click(link);
  expect(visited).toEqual(["/ems/machine/m2"]);
});
