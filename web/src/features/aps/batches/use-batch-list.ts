import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { useListAddress } from "@/resource/use-list-address";

export type BatchRow = Schema<"BatchingRow">;

const pageSize = 200;
const kinds = [0, 1, 2, 3] as const;
const states = [0, 1, 2, 3, 4] as const;
const outsourcings = ["possible", "applied"] as const;

/** Workpieces, unless another kind is asked for: electrodes go in no batches. */
const usualKind = 1;

export const rowIdOf = (row: BatchRow) => `${row.partId}/${row.batchId ?? ""}`;

/** The rows of the address's filters, page by page, and how to choose other ones. */
export function useBatchList() {
  const { search, filters, choose, typed, setTyped } = useListAddress();
  const kind =
    kinds.find((one) => String(one) === filters["kind"]) ?? usualKind;
  const state = states.find((one) => String(one) === filters["state"]);
  const outsourcing = outsourcings.find(
    (one) => one === filters["outsourcing"],
  );
  const mouldId = filters["mould"] ?? "";
  const list = useInfiniteQuery({
    queryKey: ["batches", search, kind, state, outsourcing, mouldId],
    queryFn: ({ pageParam }) =>
      call("POST", "bom/bomBatch/query", {
        body: {
          ...{ q: search, kind, mouldId, page: pageParam, size: pageSize },
          ...(state !== undefined && { state }),
          ...(outsourcing && { outsourcing }),
        },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) =>
      page * size < total ? page + 1 : undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  /** An empty value takes a filter back. */
  const narrow = (key: string, value: string) => {
    const others = Object.entries(filters).filter(([one]) => one !== key);
    choose({
      filters: Object.fromEntries(value ? [...others, [key, value]] : others),
    });
  };
  return {
    ...{ list, rows, narrow, typed, setTyped, kind, state, outsourcing },
    total: list.data?.pages[0]?.total ?? 0,
    suppliers: list.data?.pages[0]?.suppliers ?? [],
    isNarrowed: search !== "" || Object.keys(filters).length > 0,
  };
}
