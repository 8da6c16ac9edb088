import { isAway } from "./connection";
import { ApiFailure } from "./reply";

/** The code of a call that has arrived before: its first answer is lost. */
export const repeated = 20011;

/** Whether nobody can say that what a person did was done. */
export const isInDoubt = (failure: unknown) =>
  isAway(failure) ||
  (failure instanceof ApiFailure && failure.reply.code === repeated);
