import { useCallback, useEffect, useMemo, useState } from "react";
import { useAddress } from "@/ui/use-address";
import { useDebounced } from "@/ui/use-debounced";
import type { Filters } from "./filter-menu";

const prefix = "f.";

interface Choices {
  search: string;
  filters: Filters;
  /** Key of a column, "-key" descending; empty where the list keeps its order elsewhere. */
  sort: string;
}

function choicesIn(params: URLSearchParams): Choices {
  const filters: Filters = {};
  for (const [key, value] of params) {
    if (key.startsWith(prefix)) {
      filters[key.slice(prefix.length)] = value;
    }
  }
  return {
    search: params.get("q") ?? "",
    filters,
    sort: params.get("sort") ?? "",
  };
}

/** The address with other choices; what else stands there stays. */
function withChoices(
  before: URLSearchParams,
  { search, filters, sort }: Choices,
) {
  const params = new URLSearchParams();
  for (const [key, value] of before) {
    if (key !== "q" && key !== "sort" && !key.startsWith(prefix)) {
      params.append(key, value);
    }
  }
  if (search) {
    params.set("q", search);
  }
  if (sort) {
    params.set("sort", sort);
  }
  for (const [key, value] of Object.entries(filters)) {
    params.set(prefix + key, value);
  }
  return params;
}

/**
 * Search, filters and order live in the address: a link shows what its sender saw. What is typed into the search goes
 * there once it rests; moved by a menu entry or by the way back, the box follows.
 */
export function useListAddress() {
  const [params, setParams] = useAddress();
  const choices = useMemo(() => choicesIn(params), [params]);
  const { search } = choices;
  const choose = useCallback(
    (change: Partial<Choices>) =>
      setParams(
        (before) => withChoices(before, { ...choicesIn(before), ...change }),
        { replace: true },
      ),
    [setParams],
  );

  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed);
  const [rested, setRested] = useState(settled);
  // What the box has said to the address, or heard from it last: another search there has come from elsewhere.
  const [agreed, setAgreed] = useState(search);
  const [shown, setShown] = useState(search);
  if (settled !== rested) {
    setRested(settled);
    setAgreed(settled.trim());
  }
  if (search !== shown) {
    setShown(search);
    if (search !== agreed) {
      setAgreed(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    if (settled !== search) {
      choose({ search: settled.trim() });
    }
    // Only what was typed moves the address, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);

  return { ...choices, choose, typed, setTyped };
}
