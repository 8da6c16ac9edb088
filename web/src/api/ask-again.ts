import { ApiFailure } from "./reply";

/**
 * After how many ms a page asks again by itself; false: never. After a refusal (403) it never does: asking brings no
 * permission.
 */
export const askAgain = (failure: unknown, every: number | false) =>
  failure instanceof ApiFailure && failure.reply.status === 403 ? false : every;
