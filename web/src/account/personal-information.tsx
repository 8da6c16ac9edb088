import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
} from "react";
import { joined } from "@/i18n/joined";
import { bracketed } from "@/i18n/punctuation";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { useDraft } from "@/resource/use-draft";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { loadModuleTree } from "@/session/module-tree";
import { useUiTexts } from "@/ui/texts";
import { faultsOf, useFaults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { PhoneForm } from "./phone-form";
import { profileQuery, saveProfile, type Profile } from "./profile";
import { squarePicture } from "./square-picture";
import { useAccountTexts } from "./texts";

/** Nobody enters a company for longer than its licence lasts, whatever one's own membership says. */
function untilOf(profile: Profile, t: ReturnType<typeof useAccountTexts>) {
  const { expireDate, companyExpireDate: date, companyOverdue } = profile;
  return date && (!expireDate || date < expireDate)
    ? t(companyOverdue ? "companyEnded" : "companyEnds", { date })
    : expireDate || t("unlimited");
}

/** Who the person is: what the company keeps, and what is one's own. */
export function PersonalInformation({ profile }: { profile: Profile }) {
  const t = useAccountTexts();
  const [isChanging, setChanging] = useState(false);
  const lines: [string, string][] = [
    [t("realName"), profile.realName],
    [t("userName"), profile.userName],
    [
      t("company"),
      profile.tenantType === 1
        ? profile.tenantName + bracketed(t("personalUser"))
        : profile.tenantName,
    ],
    [t("factory"), profile.factoryName || "–"],
    [t("roles"), joined(profile.roles) || "–"],
    [t("until"), untilOf(profile, t)],
  ];
  return (
    <>
      <section className="account-card">
        <Picture profile={profile} />
        <dl className="account-facts">
          {lines.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="soft">{t("byAdministrator")}</p>
      </section>
      <section className="account-card">
        <dl className="account-facts">
          <div>
            <dt>{t("phone")}</dt>
            <dd className="numbers">
              {profile.phoneNum}
              {!isChanging && (
                <Button size="small" onClick={() => setChanging(true)}>
                  {t("changePhone")}
                </Button>
              )}
            </dd>
          </div>
        </dl>
        {isChanging && (
          <PhoneForm
            name={profile.realName || profile.userName}
            onClose={() => setChanging(false)}
          />
        )}
        <EmailForm key={profile.email} profile={profile} />
      </section>
    </>
  );
}

function useSaved() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const t = useAccountTexts();
  return (saved: Profile) => {
    client.setQueryData(profileQuery.queryKey, saved);
    void message.success(t("saved"));
  };
}

function EmailForm({ profile }: { profile: Profile }) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const saved = useSaved();
  const draft = useDraft<Draft>("own-email");
  const [begun] = useState(() =>
    mergeDraft(draft.restored, { email: profile.email }),
  );
  const [email, setEmail] = useState(String(begun.values.email));
  const dirty = email.trim() !== profile.email;
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
    draft.keep(draftFrom(["email"], { email: profile.email }, { email }));
  });
  useDirtyGuard(useCallback(() => latest.current, []));
  const [faults, setFaults, forgetFault] = useFaults();
  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: () => saveProfile({ email: email.trim() }),
    onSuccess: (now) => {
      latest.current = false;
      draft.keep(null);
      saved(now);
    },
    onError: (failure) => setFaults(faultsOf(failure) ?? {}),
  });
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {draft.restored && dirty && (
        <DraftNote
          onDrop={() => {
            draft.drop();
            setEmail(profile.email);
          }}
        />
      )}
      <Field
        id="email"
        label={t("email")}
        fault={faults.email}
        hint={t("emailHint")}
      >
        <div className="account-line">
          <Input
            {...wiring("email", faults.email)}
            aria-required={false}
            type="email"
            autoComplete="email"
            maxLength={60}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              forgetFault("email");
            }}
          />
          <Button
            htmlType="submit"
            type="primary"
            disabled={!dirty}
            loading={save.isPending}
          >
            {ui("save")}
          </Button>
        </div>
      </Field>
    </form>
  );
}

function Picture({ profile }: { profile: Profile }) {
  const t = useAccountTexts();
  const saved = useSaved();
  const file = useRef<HTMLInputElement>(null);
  const { message } = App.useApp();
  const save = useMutation({
    mutationFn: (headImg: string) => saveProfile({ headImg }),
    onSuccess: (now) => {
      saved(now);
      // The header shows it too.
      void loadModuleTree().catch(() => undefined);
    },
  });

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (!chosen) {
      return;
    }
    try {
      save.mutate(await squarePicture(chosen));
    } catch {
      void message.error(t("pictureFailed"));
    }
  }

  const name = profile.realName || profile.userName;
  return (
    <div className="account-picture">
      {profile.headImg ? (
        <img src={profile.headImg} alt={t("picture")} />
      ) : (
        <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
      )}
      <div>
        <strong>{name}</strong>
        <div className="account-line">
          <Button
            size="small"
            loading={save.isPending}
            onClick={() => file.current?.click()}
          >
            {t("choosePicture")}
          </Button>
          {profile.headImg && (
            <Button size="small" onClick={() => save.mutate("")}>
              {t("removePicture")}
            </Button>
          )}
        </div>
        <small className="soft">{t("pictureHint")}</small>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t("choosePicture")}
        onChange={(event) => void choose(event)}
      />
    </div>
  );
}
