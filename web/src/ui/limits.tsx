import { useEffect, useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { defineTexts } from "@/i18n/define-texts";
import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { Ask } from "./ask";
import { useUiTexts } from "./texts";
import "./reason.css";

const { useTexts: useLimitTexts } = defineTexts(
  "limits",
  {
    unknown: "现在无法查明原因，请联系企业管理员。",
    none: "目前没有限制，请重新打开此页。",
    noneFactory: "您可以进入企业的全部工厂。",
    section:
      "此工厂有 {{count}} 个工段需要单独授权，您的角色都不包含，因此不显示其中的内容。",
    people: "您的角色只显示部分部门和人员的数据，以及由他们负责的模具。",
    factory: "企业还有 {{count}} 个工厂，您目前不能进入。",
    roles: "可以显示更多的角色：{{names}}。",
    helpers: "可以调整的人：{{names}}。",
    ask: "向其提出请求",
    sent: "已发送请求，调整后请重新打开此页。",
  },
  {
    unknown: "The reason is not known now. Please ask your administrator.",
    none: "Nothing is hidden from you now. Please open the page again.",
    noneFactory: "You may enter every factory of the company.",
    section:
      "{{count}} sections of this factory are granted one by one, and none of your roles has them. What belongs to them is not shown.",
    section_one:
      "One section of this factory is granted by itself, and none of your roles has it. What belongs to it is not shown.",
    people:
      "Your roles show the records of some departments and people only, and the moulds that these are responsible for.",
    factory: "The company has {{count}} more factories that you may not enter.",
    factory_one: "The company has one more factory that you may not enter.",
    roles: "Roles that show more: {{names}}.",
    helpers: "People who can change it: {{names}}.",
    ask: "Ask them for more",
    sent: "Your request has been sent. Open the page again once it is granted.",
  },
);

export type LimitKind = Schema<"AccessLimit">["limit"];

/** Why less is shown to the person than there is, what would show more, and who can change it. Asks for it when it appears. */
export function Limits({ kinds }: { kinds: LimitKind[] }) {
  const t = useLimitTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const [all, setAll] = useState<Schema<"AccessLimit">[] | "unknown" | null>(
    null,
  );
  const [reading, setReading] = useState(0);
  useEffect(() => {
    let isLeft = false;
    call("GET", "upms/permission/limits").then(
      ({ limits }) => !isLeft && setAll(limits),
      () => !isLeft && setAll("unknown"),
    );
    return () => {
      isLeft = true;
    };
  }, [reading]);
  /** Nothing is sent where the limit is gone by now, or nobody can change it any more. */
  async function ask(limit: LimitKind) {
    const { sent } = await call("POST", "upms/permission/limits/ask", {
      body: { limit },
    });
    if (!sent) {
      setReading(reading + 1);
    }
    return sent;
  }
  const found =
    all === null || all === "unknown"
      ? []
      : all.filter(({ limit }) => kinds.includes(limit));
  return (
    <div role="status" aria-busy={all === null}>
      {found.map(({ limit, hidden, roles, people }) => (
        <p key={limit} className="refusal">
          <span>{t(limit, { count: hidden })}</span>
          {roles.length > 0 && (
            <span>
              {t("roles", {
                names: joined(roles.map(({ name }) => say(name))),
              })}
            </span>
          )}
          {people.length > 0 && (
            <>
              <span>{t("helpers", { names: joined(people) })}</span>
              <Ask label={t("ask")} sent={t("sent")} send={() => ask(limit)} />
            </>
          )}
        </p>
      ))}
      {found.length === 0 && (
        <span>
          {all === null
            ? ui("loading")
            : all === "unknown"
              ? t("unknown")
              : kinds.includes("factory")
                ? t("noneFactory")
                : t("none")}
        </span>
      )}
    </div>
  );
}
