import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { defineTexts } from "@/i18n/define-texts";
import { joined } from "@/i18n/joined";
import { useLanguage, type Text } from "@/i18n/language";
import { Ask } from "./ask";
import { useUiTexts } from "./texts";
import "./reason.css";

const { useTexts: useReasonTexts } = defineTexts(
  "reason",
  {
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
  },
  {
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
  },
);

type Answer = Schema<"AccessReason">;

/** Why a permission is missing, which roles would give it, and who can. Asks for it when it appears. */
export function Reason({ permission }: { permission: string }) {
  const t = useReasonTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const [answer, setAnswer] = useState<Answer | "unknown" | null>(null);
  useEffect(() => {
    let isLeft = false;
    const take = (one: Answer | "unknown") => !isLeft && setAnswer(one);
    call("GET", "upms/permission/why", { query: { permission } }).then(
      take,
      () => take("unknown"),
    );
    return () => {
      isLeft = true;
    };
  }, [permission]);

  const names = (list: { name: Text }[]) =>
    joined(list.map(({ name }) => say(name)));
  const lines =
    answer === null
      ? [ui("loading")]
      : answer === "unknown"
        ? [t("unknown")]
        : [
            t(answer.reason, {
              module: say(answer.module),
              page: say(answer.page),
              operation: say(answer.operation),
            }),
            ...(answer.reason !== "grant"
              ? []
              : [
                  answer.roles.length > 0
                    ? t("roles", { names: names(answer.roles) })
                    : t("noRoles"),
                  ...(answer.people.length > 0
                    ? [t("people", { names: joined(answer.people) })]
                    : []),
                ]),
          ];
  const canAsk =
    answer !== null &&
    answer !== "unknown" &&
    answer.reason === "grant" &&
    answer.people.length > 0;
  return (
    <span role="status" className="refusal" aria-busy={answer === null}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {canAsk && (
        <Ask
          label={t("ask")}
          sent={t("sent")}
          send={async () => {
            const now = await call("POST", "upms/permission/ask", {
              body: { permission },
            });
            if (!now.sent) {
              setAnswer(now); // The reason is another one by now.
            }
            return now.sent;
          }}
        />
      )}
    </span>
  );
}
