import { outcomeOf, wordsOfFields } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import type { Say } from "@/i18n/define-texts";
import { InsecureContext } from "@/session/encrypt";
import type { usePublicTexts } from "./texts";

type Key = Parameters<ReturnType<typeof usePublicTexts>>[0];

/** What the person reads when signing in failed. */
export function refusalOf(failure: unknown, t: Say<Key>) {
  if (failure instanceof InsecureContext) {
    return t("insecure");
  }
  if (!(failure instanceof ApiFailure)) {
    return t("fault");
  }
  const outcome = onLogin(failure);
  switch (outcome.kind) {
    case "unreachable":
      return t("unreachable");
    case "fields":
      return wordsOfFields(outcome.errors).join(" ");
    case "notice":
      return `${outcome.title} ${outcome.detail}`;
    case "error":
    case "refused":
    case "login":
      return outcome.message || failure.reply.message || t("fault");
    default:
      return t("fault");
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
