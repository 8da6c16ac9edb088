import { Fragment, type ReactNode } from "react";
import { capital } from "@/i18n/capital";
import { useLanguage } from "@/i18n/language";
import type { PermissionPage } from "./role-queries";
import { useRoleTexts } from "./texts";
import { usual, type Block } from "./ticks";

export type Operations = PermissionPage["operations"];

interface Cell {
  /** What it is about, for those who cannot see where it stands. */
  name: string;
  operations: Operations;
  /** What is written in it, where no heading says it. */
  text?: string;
  /** It stands for a whole row, or for a module. */
  isWhole?: boolean;
}

interface PermissionTableProps {
  label: string;
  blocks: Block[];
  cell: (of: Cell) => ReactNode;
}

const isUsual = (operation: string) => usual.some((one) => one === operation);

/** Modules and pages down, operations across. */
export function PermissionTable({ label, blocks, cell }: PermissionTableProps) {
  const t = useRoleTexts();
  const { say } = useLanguage();
  const named = new Map(
    blocks
      .flatMap(({ pages }) => pages)
      .flatMap(({ operations }) => operations)
      .map(({ operation, name }) => [operation, name]),
  );
  const columns = usual.filter((operation) => named.has(operation));
  return (
    <div className="roles-sheet" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t("module")}</th>
            {columns.map((operation) => (
              <th scope="col" key={operation}>
                {capital(say(named.get(operation)!))}
              </th>
            ))}
            <th scope="col">{t("others")}</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <Fragment key={block.key}>
              <tr className="roles-module">
                <th scope="rowgroup" colSpan={columns.length + 2}>
                  {cell({
                    name: t("wholeOf", { name: say(block.name) }),
                    operations: block.pages.flatMap(
                      ({ operations }) => operations,
                    ),
                    text: say(block.name),
                    isWhole: true,
                  })}
                </th>
              </tr>
              {block.pages.map((page) => (
                <tr key={page.key}>
                  <th scope="row">
                    {cell({
                      name: t("wholeOf", { name: say(page.name) }),
                      operations: page.operations,
                      text: say(page.name),
                      isWhole: true,
                    })}
                    {page.area.en && (
                      <small className="soft">{say(page.area)}</small>
                    )}
                  </th>
                  {columns.map((operation) => {
                    const one = page.operations.find(
                      (held) => held.operation === operation,
                    );
                    return (
                      <td key={operation}>
                        {one &&
                          cell({
                            name: t("cell", {
                              page: say(page.name),
                              operation: say(one.name),
                            }),
                            operations: [one],
                          })}
                      </td>
                    );
                  })}
                  <td className="roles-others">
                    {page.operations
                      .filter(({ operation }) => !isUsual(operation))
                      .map((one) => (
                        <Fragment key={one.key}>
                          {cell({
                            name: t("cell", {
                              page: say(page.name),
                              operation: say(one.name),
                            }),
                            operations: [one],
                            text: capital(say(one.name)),
                          })}
                        </Fragment>
                      ))}
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
