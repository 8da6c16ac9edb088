import { ApiFailure } from "@/api/reply";
import { outcomeOf, wordsOfFields } from "@/api/errors";
import type { useVerifyTexts } from "./texts";

/** What the person reads when the server said no; empty when there is nothing to say. */
export function refusalText(
  failure: unknown,
  t: ReturnType<typeof useVerifyTexts>,
) {
  if (!(failure instanceof ApiFailure)) {
    return t("fault");
  }
  const outcome = outcomeOf(failure.reply, {
    onLoginPage: true,
    smsVerified: false,
  });
  switch (outcome.kind) {
    case "ignore":
      return failure.reply.message;
    case "unreachable":
      return t("unreachable");
    case "fields":
      return wordsOfFields(outcome.errors).join(" ");
    default:
      return failure.reply.message || t("fault");
  }
}
