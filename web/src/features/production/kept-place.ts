import type { Schema } from "@/api/contract";
import type { Question } from "@/api/errors";
import type { Text } from "@/i18n/language";
import { session } from "@/session/session";

type Report = Schema<"ProductionReport">;

type Block = Schema<"FloorBlock">;

/** What a person adds by a report. Its totals are those of the moment at which it was typed. */
export interface Added {
  hours?: number;
  pieces?: number;
  /** How many pieces there are. */
  of: number;
  /** All of them are done, however many were before. */
  all?: boolean;
}

/** What was reported without a network, in the order in which it is sent once there is one. */
export type Kept = {
  /** The name by which the server knows it when it comes twice. */
  key: string;
  /** Who has reported, and at which factory: nobody else sends it. */
  owner: string;
  /** What people call the operation. */
  title: string;
  /** When it was typed. */
  at: string;
  /** While a page sends it for the first time: which one, and since when, as Date.now() tells it. */
  flight?: { page: string; since: number } | undefined;
  /** Why the server has not taken it, until the person decides. */
  refused?: { texts: Text; question?: Question } | undefined;
} & (
  | { kind: "report"; body: Report; added?: Added | undefined }
  | { kind: "block"; body: Block }
);

/** Where the browser keeps what was reported and has not arrived. */
export const place = "mw.reports";

/** Who reports, and at which factory: nobody else sees it. */
export function owner() {
  const { accountId, userData } = session.get();
  return `${accountId}/${userData?.factoryId ?? ""}`;
}

/** What the browser keeps, of whomever. */
export function restored(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

/** How many reports of this person wait on this device: for the network, or for a decision. */
export const countKept = () =>
  restored().filter((one) => one.owner === owner()).length;
