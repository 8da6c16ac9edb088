import { create } from "zustand";
import { ApiFailure } from "./reply";

/** What the calls tell of the line to the server. */
export const useConnection = create(() => ({
  /** The last call found nobody who could answer it. */
  lost: false,
  /** Something that a person did came to nothing, or may have, while the line was down. */
  undone: false,
}));

/** Takes note of whether a call was answered. */
export function noteLine(lost: boolean) {
  if (useConnection.getState().lost !== lost) {
    useConnection.setState({ lost });
  }
}

/** Statuses of a server that cannot answer for now, or of a proxy that cannot reach it. */
export const awayStatuses = [502, 503, 504];

/** Whether a call failed for want of somebody to answer it: that passes, and a read may be repeated. */
export const isAway = (failure: unknown) =>
  failure instanceof ApiFailure &&
  (failure.reply.code === 600 || awayStatuses.includes(failure.reply.status));

const shortestMs = 1_000;
const longestMs = 10_000;

/** How long to wait before a read is repeated for the time n (from 0): doubled each time, spread, and as long as the server asks for. */
export function pauseBeforeRead(
  attempt: number,
  failure: unknown,
  random = Math.random(),
) {
  const full = Math.min(longestMs, shortestMs * 2 ** attempt);
  const asked =
    failure instanceof ApiFailure ? (failure.reply.retryAfter ?? 0) : 0;
  return Math.max(full / 2 + (full / 2) * random, asked * 1_000);
}
