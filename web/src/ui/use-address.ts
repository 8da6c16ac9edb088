import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** What was chosen last, and the addresses on their way to it. */
export interface Latest {
  params: URLSearchParams;
  ahead: string[];
}

export function choose(latest: Latest, next: URLSearchParams) {
  latest.params = next;
  latest.ahead.push(String(next));
}

/** An earlier choice of ours that arrives takes no later one back; an address that was not chosen here does. */
export function arrive(latest: Latest, params: URLSearchParams) {
  const at = latest.ahead.indexOf(String(params));
  latest.ahead.splice(0, at < 0 ? latest.ahead.length : at + 1);
  if (latest.ahead.length === 0) {
    latest.params = params;
  }
}

/** The search part of the address. It follows late: choices made fast one after the other add up. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const latest = useRef<Latest>({ params, ahead: [] });
  useEffect(() => arrive(latest.current, params), [params]);
  const change = useCallback(
    (
      next: (before: URLSearchParams) => URLSearchParams,
      options: { replace: boolean },
    ) => {
      choose(latest.current, next(latest.current.params));
      setParams(latest.current.params, options);
    },
    [setParams],
  );
  return [params, change] as const;
}
