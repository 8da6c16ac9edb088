import { Select } from "antd";
import { SearchInput } from "@/ui/search-input";
import { useMeaningTexts } from "../plan/one-meaning-texts";
import { useApsTexts } from "../plan/texts";
import { taskScopes, taskStates } from "./task";
import type { useTaskChoices } from "./use-task-choices";

interface FiltersProps {
  table: ReturnType<typeof useTaskChoices>;
  /** Of a schedule: what it carries over can be shown, too. */
  hasScope: boolean;
}

/** What the table is narrowed by. */
export function TaskFilters({ table, hasScope }: FiltersProps) {
  const t = useApsTexts();
  const m = useMeaningTexts();
  const { lock, scope, state, status, typed, setTyped } = table;
  return (
    <>
      <SearchInput value={typed} onChange={setTyped} />
      {hasScope && (
        <Select
          aria-label={m("scope")}
          value={scope}
          onChange={(scope) => table.narrow({ scope })}
          options={taskScopes.map((value) => ({
            value,
            label: value === "all" ? m("bothScopes") : t(`state.${value}`),
          }))}
        />
      )}
      <Select
        aria-label={t("lock")}
        value={lock}
        onChange={(lock) => table.narrow({ lock })}
        options={([2, 0, 1] as const).map((value) => ({
          value,
          label: t(`lock${value}`),
        }))}
      />
      <Select
        aria-label={t("planState")}
        value={state}
        onChange={(state) => table.narrow({ state })}
        options={(["", ...taskStates] as const).map((value) => ({
          value,
          label: value ? t(`state.${value}`) : t("anyState"),
        }))}
      />
      <Select
        aria-label={t("taskStatus")}
        value={status}
        onChange={(status) => table.narrow({ status })}
        options={([-1, 0, 1, 2, 3] as const).map((value) => ({
          value,
          label: value === -1 ? t("anyStatus") : t(`task${value}`),
        }))}
      />
    </>
  );
}
