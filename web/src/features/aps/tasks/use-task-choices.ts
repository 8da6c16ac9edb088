import { useEffect, useMemo } from "react";
import { sortKeyOf, sortOf, type ColumnLayout } from "@/grid/column-layout";
import { useColumnLayout } from "@/grid/use-column-layout";
import type { View } from "@/grid/view-menu";
import { useListAddress } from "@/resource/use-list-address";
import { taskScopes, taskStates, type TaskChoices } from "./task";

/** How the table stands by itself. */
export const firstLayout: Partial<ColumnLayout> = { pinned: ["mouldNo"] };

function oneOf<Value extends string | number>(
  all: readonly Value[],
  text: string | undefined,
  otherwise: Value,
) {
  return all.find((value) => String(value) === text) ?? otherwise;
}

const filtersOf = ({
  lock,
  scope,
  state,
  status,
}: Omit<TaskChoices, "search">) => ({
  ...(scope !== "own" && { scope }),
  ...(lock !== 2 && { lock: String(lock) }),
  ...(state && { state }),
  ...(status >= 0 && { status: String(status) }),
});

/**
 * What somebody has chosen of the task table. It stands in the address, the order too: there it wins over the order that
 * the layout keeps.
 */
export function useTaskChoices() {
  const { search, filters, sort, choose, typed, setTyped } = useListAddress();
  const [kept, keep] = useColumnLayout("aps.task", firstLayout);
  const choices = useMemo<TaskChoices>(
    () => ({
      search,
      lock: oneOf([0, 1, 2], filters.lock, 2),
      // Old addresses name it as a state.
      scope: oneOf(taskScopes, filters.scope ?? filters.state, "own"),
      state: oneOf(["", ...taskStates], filters.state, ""),
      status: oneOf([-1, 0, 1, 2, 3], filters.status, -1),
    }),
    [search, filters],
  );

  const order = sort || sortKeyOf(kept);
  useEffect(() => {
    if (order !== sort) {
      choose({ sort: order });
    }
  }, [order, sort, choose]);
  const layout = useMemo(
    () => ({ ...kept, sort: sortOf(order) }),
    [kept, order],
  );

  return {
    ...choices,
    choices,
    typed,
    setTyped,
    layout,
    narrow: (change: Partial<TaskChoices>) =>
      choose({ filters: filtersOf({ ...choices, ...change }) }),
    isNarrowed: Boolean(
      search || choices.state || choices.lock !== 2 || choices.status >= 0,
    ),
    clear: () => {
      setTyped("");
      choose({ search: "", filters: {} });
    },
    arrange: (next: ColumnLayout) => {
      keep(next);
      if (sortKeyOf(next) !== order) {
        choose({ sort: sortKeyOf(next) });
      }
    },
    apply: (view: View<TaskChoices>) => {
      keep(view.layout);
      setTyped(view.search);
      choose({
        search: view.search,
        filters: filtersOf(view),
        sort: sortKeyOf(view.layout),
      });
    },
  };
}
