import { sumOf, type ImportResult } from "./import-model";
import type { useProductionTexts } from "./texts";

type Words = ReturnType<typeof useProductionTexts>;

/** What goes with the rows of the file, each kind with its count, as the table of the sheets has it. */
function alongOf(result: Pick<ImportResult, "total">, t: Words) {
  const { removed, followed, made } = sumOf(result);
  return [
    removed && t("alongRemoved", { count: removed }),
    followed && t("alongFollowed", { count: followed }),
    made && t("alongMade", { count: made }),
  ]
    .filter(Boolean)
    .join("");
}

/** What an import would write, for its button: the rows of the file, and what goes with them. */
export function toWriteOf(result: ImportResult, t: Words) {
  const sum = sumOf(result);
  const count = sum.new + sum.changed;
  return t("write", { count, along: alongOf(result, t) });
}

/** What an import has written, in the counts that its button had. */
export function writtenOf(
  result: Pick<ImportResult, "total" | "committed">,
  t: Words,
) {
  const sum = sumOf(result);
  return t(result.committed ? "written" : "nothingWritten", {
    ...{ fresh: sum.new, changed: sum.changed },
    along: alongOf(result, t),
  });
}
