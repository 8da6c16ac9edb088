import { useEffect, useState, type FormEvent } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { useLiveText } from "@/i18n/use-live-text";
import { encryptPassword } from "@/session/encrypt";
import { faultsOf, focusFirst, useFaults } from "@/ui/faults";
import { Entrance } from "./entrance";
import { useInvitationTexts } from "./invitation-texts";
import { Mark } from "./mark";
import { PasswordField } from "./password-field";
import { onLogin, refusalOf } from "./refusal";
import { accept } from "./sign-in";
import { usePublicTexts } from "./texts";

type Invitation = Schema<"IdentityInvitationView">;

/** Whoever holds the link of an invitation sets a password and is in. */
export function InvitationPage() {
  const t = useInvitationTexts();
  const say = usePublicTexts();
  const navigate = useNavigate();
  const language = useLanguage(); // the server words why a link is dead
  const [search] = useSearchParams();
  const code = search.get("code") ?? "";
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [values, setValues] = useState({ password: "", confirmPassword: "" });
  const [faults, setFaults, forgetFault] = useFaults();
  const [closed, setClosed] = useLiveText();
  const [refusal, setRefusal] = useLiveText();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    document.title = `${t("title")} · Mouldworks`;
  }, [t]);
  useEffect(() => {
    call("POST", "upms/invitation", { body: { code } }).then(
      setInvitation,
      (failure: unknown) => {
        const isOver =
          failure instanceof ApiFailure && failure.reply.code === 11015;
        (isOver ? setClosed : setRefusal)(() => refusalOf(failure));
      },
    );
  }, [code, language, setClosed, setRefusal]);

  function change(key: keyof typeof values, value: string) {
    setValues({ ...values, [key]: value });
    forgetFault(key);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) {
      return;
    }
    setFaults({});
    setRefusal();
    setBusy(true);
    try {
      const { publicKey } = await call("GET", "getKeyAndIv");
      const reply = await call("POST", "upms/invitation/accept", {
        body: {
          code,
          password: await encryptPassword(values.password, publicKey),
          confirmPassword: await encryptPassword(
            values.confirmPassword,
            publicKey,
          ),
        },
      });
      const outcome = await accept(reply);
      await navigate(outcome.kind === "in" ? "/home" : "/login", {
        replace: true,
      });
    } catch (failure) {
      refuse(failure);
      setBusy(false);
    }
  }

  function refuse(failure: unknown) {
    const outcome = failure instanceof ApiFailure ? onLogin(failure) : null;
    if (outcome?.kind !== "fields") {
      setRefusal(() => refusalOf(failure));
      return;
    }
    const wrong = faultsOf(failure) ?? {};
    setFaults(wrong);
    focusFirst(wrong, ["password", "confirmPassword"]);
  }

  return (
    <Entrance>
      <form
        className="login-form"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => void submit(event)}
      >
        <Mark />
        <h1>{t("title")}</h1>
        {closed ? (
          <>
            <div role="alert" className="login-refusal">
              {closed}
            </div>
            <Link to="/login" className="login-second">
              {say("signIn")}
            </Link>
          </>
        ) : (
          <>
            <p className="login-lead">
              {invitation
                ? t("lead", {
                    company: invitation.tenantName,
                    name: invitation.realName,
                    phone: invitation.phoneNum,
                  })
                : t("loading")}
            </p>
            <PasswordField
              id="password"
              label={t("newPassword")}
              value={values.password}
              fault={faults.password}
              rule={t("rule")}
              onChange={(value) => change("password", value)}
            />
            <PasswordField
              id="confirmPassword"
              label={t("again")}
              value={values.confirmPassword}
              fault={faults.confirmPassword}
              onChange={(value) => change("confirmPassword", value)}
            />
            <div role="alert" className="login-refusal">
              {refusal}
            </div>
            <button
              type="submit"
              className="login-submit"
              disabled={busy || !invitation}
            >
              {t(busy ? "joining" : "join")}
            </button>
          </>
        )}
      </form>
    </Entrance>
  );
}
