import { Button } from "antd";
import { outcomeOf, wordsOfFields } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { defineTexts } from "@/i18n/define-texts";
import { useUiTexts } from "./texts";
import { Why } from "./why";

export const { useTexts: useFailureTexts, say } = defineTexts(
  "failure",
  {
    unreachable: "无法连接服务器，请稍后重试。",
    fault: "服务器异常，请稍后重试或联系管理员。",
    refused: "没有权限",
    refusedText: "您没有权限查看此页，请联系企业管理员，并说明需要下列权限：",
  },
  {
    unreachable: "The server cannot be reached. Try again in a moment.",
    fault:
      "Something went wrong on the server. Try again, or ask your administrator.",
    refused: "No permission",
    refusedText:
      "You have no right to view this page. Please contact your company administrator and name this permission:",
  },
);

/** What people read of a failed call: never blank, never the transport's own words. */
export function wordsOf(failure: unknown) {
  if (!(failure instanceof ApiFailure)) {
    return say("fault");
  }
  const outcome = outcomeOf(failure.reply, {
    onLoginPage: false,
    smsVerified: false,
  });
  switch (outcome.kind) {
    case "unreachable":
      return say("unreachable");
    case "fields":
      // The fields say more than the sentence above them.
      return wordsOfFields(outcome.errors).join(" ") || say("fault");
    case "fault":
      return say("fault");
    default:
      return failure.reply.message || say("fault");
  }
}

/** What people call the permission that a refused call asks for; empty when it failed otherwise. */
export function permissionOf(failure: unknown) {
  if (!(failure instanceof ApiFailure) || failure.reply.code !== 403) {
    return "";
  }
  const data = failure.reply.data as {
    permission?: string;
    name?: string;
  } | null;
  return data?.name || data?.permission || "";
}

/** The key of the permission that a refused call asks for; empty when it failed otherwise. */
export function permissionKeyOf(failure: unknown) {
  return failure instanceof ApiFailure && failure.reply.code === 403
    ? ((failure.reply.data as { permission?: string } | null)?.permission ?? "")
    : "";
}

interface FailureProps {
  of: unknown;
  onRetry: () => void;
}

/** In place of what could not be loaded: nothing there is something else. */
export function Failure({ of, onRetry }: FailureProps) {
  const ui = useUiTexts();
  const t = useFailureTexts(); // Said again when the language changes.
  const permission = permissionOf(of);
  if (permission) {
    // PERM-06. Asking again would not help.
    return (
      <div role="alert" className="page-refused">
        <strong>{t("refused")}</strong>
        <p>{t("refusedText")}</p>
        <strong>{permission}</strong>
        <p>
          <Why permission={permissionKeyOf(of)} />
        </p>
      </div>
    );
  }
  return (
    <div role="alert">
      <p>{wordsOf(of)}</p>
      <Button onClick={onRetry}>{ui("retry")}</Button>
    </div>
  );
}
