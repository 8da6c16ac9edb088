/**
 * Times that the specification names (CONST-04), and those of our own that
 * people wait for. They stand in the lowest storey, where the line to the
 * server reads them as well; the server has its own copy of those that it holds.
 */

/** The least wait before an overdue licence lets in. */
export const leastDelaySeconds = 3;

/** One step of a countdown. */
export const countdownMs = 1_000;

/** After code 11050 its words are read before the login follows. */
export const spentLoginMs = 1_000;

/** How long a code by SMS is valid, and when another may be asked for. */
export const smsValidMinutes = 5;
export const smsAgainSeconds = 60;

/** A slide shows how it ended before the puzzle goes or comes anew. */
export const verdictMs = 300;

/** A pushed message, at the bottom right. */
export const noticeSeconds = 5;

/** How often the line to the server is looked at. */
export const watchMs = 1_000;

/** What an export could not give stays to be read. */
export const exportErrorSeconds = 15;

/** After an upload the list comes back by itself. */
export const uploadBackMs = 1_000;

/** What is typed is searched once it has rested. */
export const debounceMs = 500;

/** An embedded page that is not there by then is offered in a tab of its own. */
export const frameSlowMs = 5_000;
