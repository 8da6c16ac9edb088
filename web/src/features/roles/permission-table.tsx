import { Checkbox } from "antd";
import { Fragment } from "react";
import { capital } from "@/i18n/capital";
import { useLanguage } from "@/i18n/language";
import type { PermissionPage } from "./role-queries";
import { useRoleTexts } from "./texts";
import { usual, type Block } from "./ticks";

type Operations = PermissionPage["operations"];

interface PermissionTableProps {
  label: string;
  blocks: Block[];
  ticks: ReadonlySet<string>;
  mayChange: boolean;
  onTick: (operations: Operations, on: boolean) => void;
}

const isUsual = (operation: string) => usual.some((one) => one === operation);

/** Modules and pages down, operations across; a tick at the beginning of a row is for the whole of it. */
export function PermissionTable(props: PermissionTableProps) {
  const { label, blocks, ticks, mayChange, onTick } = props;
  const t = useRoleTexts();
  const { say } = useLanguage();
  const named = new Map(
    blocks
      .flatMap(({ pages }) => pages)
      .flatMap(({ operations }) => operations)
      .map(({ operation, name }) => [operation, name]),
  );
  const columns = usual.filter((operation) => named.has(operation));

  const box = (
    name: string,
    operations: Operations,
    text?: string,
    isWhole = false,
  ) => {
    const held = operations.filter(({ key }) => ticks.has(key)).length;
    return (
      <Checkbox
        aria-label={name}
        checked={held === operations.length}
        indeterminate={isWhole && held > 0 && held < operations.length}
        disabled={
          !mayChange ||
          operations.every(({ mine, granted }) => !mine && !granted)
        }
        onChange={(event) => onTick(operations, event.target.checked)}
      >
        {text}
      </Checkbox>
    );
  };

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
                  {box(
                    t("wholeOf", { name: say(block.name) }),
                    block.pages.flatMap(({ operations }) => operations),
                    say(block.name),
                    true,
                  )}
                </th>
              </tr>
              {block.pages.map((page) => (
                <tr key={page.key}>
                  <th scope="row">
                    {box(
                      t("wholeOf", { name: say(page.name) }),
                      page.operations,
                      say(page.name),
                      true,
                    )}
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
                          box(
                            t("cell", {
                              page: say(page.name),
                              operation: say(one.name),
                            }),
                            [one],
                          )}
                      </td>
                    );
                  })}
                  <td className="roles-others">
                    {page.operations
                      .filter(({ operation }) => !isUsual(operation))
                      .map((one) => (
                        <Fragment key={one.key}>
                          {box(
                            t("cell", {
                              page: say(page.name),
                              operation: say(one.name),
                            }),
                            [one],
                            capital(say(one.name)),
                          )}
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
