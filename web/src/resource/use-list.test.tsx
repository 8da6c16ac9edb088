import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { UseList } from "./use-list";

test("each kind that refers to a record has its count, ten links one a line, and the way to the rest", async () => {
  const visited: string[] = [];
  render(
    <UseList
      id="g1"
      uses={[
        {
          label: "Machine",
          count: 50,
          entity: "machine",
          filter: "groupId",
          rows: Array.from({ length: 12 }, (_, at) => ({
            id: `m${at + 1}`,
            title: `M26-0028 · P08 · ${at + 1}`,
          })),
        },
        {
          label: "Operation · Eligible machines",
          count: 3,
          entity: "operation",
          rows: [{ id: "o1", title: "P01 · 10" }],
        },
        { label: "Elsewhere", count: 7, rows: [] },
      ]}
      pathOf={(entity, id) =>
        entity === "machine" ? `/ems/machine/${id}` : undefined
      }
      onVisit={(path) => visited.push(path)}
    />,
  );
  const [machines, operations] = screen.getAllByRole("list").slice(1);
  const links = within(machines!).getAllByRole("link");
  expect(links).toHaveLength(11);
  expect(within(machines!).getAllByRole("listitem")).toHaveLength(11);
  expect(links[1]).toHaveAttribute("href", "/ems/machine/m2");
  expect(links[10]).toHaveAttribute("href", "/ems/machine?f.groupId=g1");
  expect(links[10]).toHaveTextContent("40");
  await userEvent.click(links[10]!);
  expect(visited).toEqual(["/ems/machine?f.groupId=g1"]);
  expect(within(operations!).queryByRole("link")).toBeNull();
  expect(operations).toHaveTextContent("P01 · 10");
});

test("a record that refers and lacks its English name is marked", async () => {
  await switchLanguage("en");
  render(
    <UseList
      id="u1"
      uses={[
        {
          label: "Process",
          count: 2,
          bilingual: true,
          rows: [
            { id: "p1", title: "线切割" },
            { id: "p2", title: "Milling" },
          ],
        },
        { label: "Machine", count: 1, rows: [{ id: "c1", title: "立加" }] },
      ]}
      pathOf={() => undefined}
      onVisit={() => {}}
    />,
  );
  const mark = screen.getByRole("img", { name: "No English name yet" });
  expect(screen.getByText("线切割").parentElement).toContainElement(mark);
});
