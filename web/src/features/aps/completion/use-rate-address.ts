import { useSearchParams } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { useChoices } from "../plan/use-choices";
import { allStates, measures } from "./figures";
import { intervalOf } from "./interval";

export const groupings = ["section", "group", "person", "day"] as const;
export const onTimes = ["day", "moment"] as const;

/** Which figure is open: its state, the part of the tasks that it is of, and its day. */
export interface Opened {
  state: (typeof allStates)[number] | "base";
  key: string;
  day: string;
}

/** What the page asks, and which figure it has open, in its address: a link shows the same, and the way back closes the figure. */
export function useRateAddress() {
  const { search, choose } = useChoices("from", "to");
  const [, setSearch] = useSearchParams();
  const today = formatInstant(new Date(), useZone()).slice(0, 10);
  const usual = intervalOf("thisWeek", today);
  const chosen = <Value extends string>(key: string, all: readonly Value[]) =>
    all.find((one) => one === search.get(key));
  const state = chosen("state", ["base", ...allStates] as const);
  const open = (opened: Opened | undefined) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const key of ["state", "key", "day"] as const) {
        const value = opened?.[key];
        if (value) {
          next.set(key, value);
        } else {
          next.delete(key);
        }
      }
      return next;
    });
  const opened: Opened | undefined = state && {
    state,
    key: search.get("key") ?? "",
    day: search.get("day") ?? "",
  };
  return {
    today,
    from: search.get("from") ?? usual.from,
    to: search.get("to") ?? usual.to,
    by: chosen("by", groupings) ?? "section",
    measure: chosen("measure", measures) ?? "count",
    onTime: chosen("onTime", onTimes) ?? "day",
    section: search.get("section") ?? "",
    group: search.get("group") ?? "",
    ...{ opened, open },
    /** Another question has other figures: the open one is closed. */
    choose: (choice: Record<string, string>) =>
      choose({ ...choice, state: "", key: "", day: "" }),
    /** What shows the same figures in another way leaves the open one. */
    show: choose,
  };
}
