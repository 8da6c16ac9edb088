import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatDue, formatInstant } from "@/i18n/format";
import type { Meaning } from "@/ui/status-mark";

export type Order = Schema<"PartnerOrder">;

export const ordersQuery = (delivered: boolean) =>
  queryOptions({
    queryKey: ["partner", "orders", delivered],
    queryFn: ({ signal }) =>
      call("GET", "upms/partner-order", { query: { delivered }, signal }),
  });

export const meaningOfOrder: Record<Order["state"], Meaning> = {
  toConfirm: "at-risk",
  confirmed: "on-time",
  overdue: "late",
  delivered: "done",
};

export const partOf = ({ partNo, partName }: Order) =>
  [partNo, partName].filter(Boolean).join(" ");

/** When an order is to be delivered, in the days of the factory that has ordered. */
export const promisedOf = ({ promised, zone }: Order) =>
  formatDue(promised, zone);

/** The day of a moment, in the days of that factory. */
export const dayOf = (moment: string | null, zone: string) =>
  formatInstant(moment, zone).slice(0, 10);
