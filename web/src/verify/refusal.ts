import { ApiFailure } from "@/api/reply";
import { outcomeOf, wordsOfFields } from "@/api/errors";
import { sayVerify } from "./texts";

/** What the person reads when the server said no; empty when there is nothing to say; in the language of the day. */
export function refusalText(failure: unknown) {
  if (!(failure instanceof ApiFailure)) {
    return sayVerify("fault");
  }
  const outcome = outcomeOf(failure.reply, {
    onLoginPage: true,
    smsVerified: false,
  });
  switch (outcome.kind) {
    case "ignore":
      return failure.reply.message;
    case "unreachable":
      return sayVerify("unreachable");
    case "fields":
      return wordsOfFields(outcome.errors).join(" ");
    default:
      return failure.reply.message || sayVerify("fault");
  }
}
