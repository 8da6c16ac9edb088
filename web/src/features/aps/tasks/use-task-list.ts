import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { tasksQuery, type TaskQuestion } from "./task";

interface Asked {
  question: TaskQuestion;
  /** Changes with the plan that answers. */
  version: number | undefined;
  mayEdit?: boolean;
  enabled: boolean;
}

/** The rows of the table that are loaded, and the way to more. */
export function useTaskList({ question, version, mayEdit, enabled }: Asked) {
  const list = useInfiniteQuery({
    ...tasksQuery(question, version, mayEdit),
    enabled,
  });
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  const first = list.data?.pages[0];
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    list,
    rows,
    more,
    total: first?.total ?? 0,
    tasks: first?.tasks ?? first?.total ?? 0,
    planId: first?.planId ?? "",
    suppliers: first?.suppliers,
  };
}
