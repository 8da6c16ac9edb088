import type { Schema } from "@/api/contract";
import type { Added, Kept } from "./kept-place";
import { hoursIn } from "./progress-model";

type Report = Schema<"ProductionReport">;

interface Base {
  reportedHours: number;
  qtyDone: number;
}

type Newest = Pick<
  Schema<"ProductionReportLine">,
  "id" | "reportedAt" | "reportedHours" | "remainingHours" | "qtyDone"
>;

/** Lets a report rest on the newest one, and those that rest on it on what comes of that: each adds what its person did. */
export function onTopOf(kept: Kept[], key: string, newest: Newest | undefined) {
  const bases = new Map<string, Base>();
  return kept.map((one): Kept => {
    if (one.kind !== "report") {
      return one;
    }
    const isFirst = one.key === key;
    const base = isFirst
      ? (newest ?? { reportedHours: 0, qtyDone: 0 })
      : bases.get(one.body.basedOn ?? "");
    if (!base) {
      return one;
    }
    const body = addedTo(base, one.body, one.added);
    if (isFirst) {
      body.basedOn = newest?.id ?? "";
      // What was said later of the time that is left is the better word.
      if (newest?.reportedAt && newest.reportedAt > one.at) {
        delete body.remainingHours;
        if (newest.remainingHours !== null && body.status !== 3) {
          body.remainingHours = newest.remainingHours;
        }
      }
    }
    bases.set(one.key, {
      reportedHours: body.reportedHours ?? base.reportedHours,
      qtyDone: body.qtyDone ?? base.qtyDone,
    });
    return { ...one, body };
  });
}

/** The totals of a report on top of others. */
function addedTo(base: Base, body: Report, added?: Added): Report {
  if (!added) {
    return { ...body };
  }
  const { hours, pieces, of, all } = added;
  const done = Math.max(0, Math.min(of, base.qtyDone + (pieces ?? 0)));
  return {
    ...body,
    ...(hours !== undefined && {
      reportedHours: hoursIn((base.reportedHours + hours) * 60),
    }),
    ...(pieces !== undefined && { qtyDone: all ? of : done }),
  };
}

/** What a report adds to what it was typed on top of. */
export function addedBy(body: Report, on: Base & { qty: number }): Added {
  const { reportedHours, qtyDone } = body;
  return {
    of: on.qty,
    ...(reportedHours !== undefined && {
      hours: reportedHours - on.reportedHours,
    }),
    ...(qtyDone !== undefined && { pieces: qtyDone - on.qtyDone }),
    ...(qtyDone === on.qty && { all: true }),
  };
}
