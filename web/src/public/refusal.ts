import { outcomeOf, wordsOfFields } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { InsecureContext } from "@/session/encrypt";
import { sayPublic } from "./texts";

/** What the person reads when signing in failed, in the language of the day. */
export function refusalOf(failure: unknown) {
  if (failure instanceof InsecureContext) {
    return sayPublic("insecure");
  }
  if (!(failure instanceof ApiFailure)) {
    return sayPublic("fault");
  }
  const outcome = onLogin(failure);
  switch (outcome.kind) {
    case "unreachable":
      return sayPublic("unreachable");
    case "fields":
      return wordsOfFields(outcome.errors).join(" ");
    case "notice":
      return `${outcome.title} ${outcome.detail}`;
    case "error":
    case "refused":
    case "login":
      return failure.reply.message || sayPublic("fault");
    default:
      return sayPublic("fault");
  }
}

export const onLogin = (failure: ApiFailure) =>
  outcomeOf(failure.reply, { onLoginPage: true, smsVerified: false });

/** The address that a refused sign-in sends to, if it names one. */
export function awayFrom(failure: unknown) {
  if (!(failure instanceof ApiFailure)) {
    return null;
  }
  const outcome = onLogin(failure);
  return outcome.kind === "redirect" ? outcome.url : null;
}
