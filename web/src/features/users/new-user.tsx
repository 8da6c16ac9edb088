import { Typography } from "antd";
import type { OneRow } from "@/resource/metadata";
import { useUserTexts } from "./texts";

export interface AddedUser extends OneRow {
  password?: string;
  invitation?: "sent" | "failed";
  known?: boolean;
}

/** What the administrator has to know once somebody was added. */
export function NewUser({ added }: { added: AddedUser }) {
  const t = useUserTexts();
  const name = String(added.row.realName);
  if (added.password) {
    return (
      <>
        <p>{t("added", { name })}</p>
        <Password password={added.password} />
      </>
    );
  }
  const phone = String(added.row.phone);
  const word =
    added.invitation === "sent"
      ? t("invited", { phone })
      : added.invitation === "failed"
        ? t("notInvited")
        : added.known
          ? t("known")
          : t("keptOut");
  return (
    <>
      <p>{t("added", { name })}</p>
      <p>{word}</p>
    </>
  );
}

/** An initial password, shown this once. */
export function Password({ password }: { password: string }) {
  const t = useUserTexts();
  return (
    <>
      <p>{t("passwordOnce")}</p>
      <p>
        <Typography.Text code copyable aria-label={t("initialPassword")}>
          {password}
        </Typography.Text>
      </p>
    </>
  );
}
