import { useState } from "react";
import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { defineTexts } from "@/i18n/define-texts";
import { joined } from "@/i18n/joined";
import { useLanguage, type Text } from "@/i18n/language";
import "./plain-button.css";
import "./why.css";

const { useTexts: useWhyTexts } = defineTexts(
  "why",
  {
    why: "为什么？",
    unknown: "现在无法查明原因，请联系企业管理员。",
    held: "您现在已有此权限，请重试。",
    module: "贵公司尚未开通模块“{{module}}”，请联系平台运营方。",
    guest: "供应商和客户的用户没有企业内部的权限。",
    grant: "缺少“{{page}}”的“{{operation}}”权限，您的角色都不包含它。",
    roles: "包含此权限的角色：{{names}}。",
    noRoles: "目前没有角色包含此权限。",
    people: "可以授予的人：{{names}}。",
    ask: "向其请求此权限",
    sent: "已发送请求，获得权限后请重试。",
    notSent: "请求未能发送，请稍后再试。",
  },
  {
    why: "Why?",
    unknown: "The reason is not known now. Please ask your administrator.",
    held: "You have this permission now. Please try again.",
    module:
      "Your company has not opened the module {{module}}. Please ask the operator of the platform.",
    guest: "Users of suppliers and customers have no permission in a company.",
    grant:
      "The permission to {{operation}} on {{page}} is missing: none of your roles has it.",
    roles: "Roles that have it: {{names}}.",
    noRoles: "No role has it at present.",
    people: "People who can grant it: {{names}}.",
    ask: "Ask them for it",
    sent: "Your request has been sent. Try again once you have the permission.",
    notSent: "The request could not be sent. Please try again later.",
  },
);

interface Reason {
  reason: "held" | "module" | "grant" | "guest";
  module: Text;
  page: Text;
  operation: Text;
  roles: { name: Text }[];
  people: string[];
}

/** Beside a refusal: what is missing, which roles would give it, and who can. Asked for only when somebody wants to know. */
export function Why({ permission }: { permission: string }) {
  const t = useWhyTexts();
  const { say } = useLanguage();
  const [reason, setReason] = useState<Reason | "unknown" | null>(null);
  if (!reason) {
    return (
      <button
        type="button"
        className="plain-link"
        onClick={() =>
          void call("GET", "upms/permission/why", {
            query: { permission },
          }).then(setReason, () => setReason("unknown"))
        }
      >
        {t("why")}
      </button>
    );
  }
  const names = (list: { name: Text }[]) =>
    joined(list.map(({ name }) => say(name)));
  const lines =
    reason === "unknown"
      ? [t("unknown")]
      : [
          t(reason.reason, {
            module: say(reason.module),
            page: say(reason.page),
            operation: say(reason.operation),
          }),
          ...(reason.reason !== "grant"
            ? []
            : [
                reason.roles.length > 0
                  ? t("roles", { names: names(reason.roles) })
                  : t("noRoles"),
                ...(reason.people.length > 0
                  ? [t("people", { names: joined(reason.people) })]
                  : []),
              ]),
        ];
  const canAsk =
    reason !== "unknown" &&
    reason.reason === "grant" &&
    reason.people.length > 0;
  return (
    <span role="status" className="refusal">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {canAsk && <Ask permission={permission} onReason={setReason} />}
    </span>
  );
}

/** One click asks those who can grant the permission; a second one that day asks nobody again. */
function Ask({
  permission,
  onReason,
}: {
  permission: string;
  onReason: (reason: Reason) => void;
}) {
  const t = useWhyTexts();
  const [state, setState] = useState<"" | "asking" | "sent">("");
  const [failure, setFailure] = useState("");
  if (state === "sent") {
    return <span>{t("sent")}</span>;
  }
  const send = () => {
    setState("asking");
    setFailure("");
    call("POST", "upms/permission/ask", { body: { permission } }).then(
      // Nothing is sent where the reason is another one by now.
      (answer) => (answer.sent ? setState("sent") : onReason(answer)),
      (error: unknown) => {
        setState("");
        setFailure(
          (error instanceof ApiFailure && error.reply.message) || t("notSent"),
        );
      },
    );
  };
  return (
    <span>
      <button
        type="button"
        className="plain-link"
        disabled={state === "asking"}
        onClick={send}
      >
        {t("ask")}
      </button>
      {failure && <span> {failure}</span>}
    </span>
  );
}
