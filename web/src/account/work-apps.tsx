import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useEffect, useState } from "react";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { isAddress } from "@/public/sign-on";
import { useZone } from "@/session/session";
import { useUiTexts } from "@/ui/texts";
import { faultsOf, focusFirst, useFaults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { encrypted } from "./passwords";
import { linksQuery, type WorkApp } from "./profile";
import { accountText, useAccountTexts } from "./texts";

/** The work apps that sign the person in. */
export function WorkApps() {
  const t = useAccountTexts();
  const apps = useQuery(linksQuery).data ?? [];
  return (
    <section className="account-card">
      <p className="soft">{t("appsLead")}</p>
      {apps.map((app) => (
        <AppRow key={app.key} app={app} />
      ))}
    </section>
  );
}

function AppRow({ app }: { app: WorkApp }) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const zone = useZone();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const [isLinking, setLinking] = useState(false);
  const name = say(app.name);
  const unlink = useMutation({
    mutationFn: () =>
      call("DELETE", "sso/link/{key}", { query: { key: app.key } }),
    onSuccess: () => client.invalidateQueries(linksQuery),
  });

  async function ask() {
    const agreed = await modal.confirm({
      title: t("unlinkQuestion", { app: name }),
      content: t("unlinkText", { app: name }),
      okText: t("unlink"),
      cancelText: ui("cancel"),
    });
    if (agreed) {
      unlink.mutate();
    }
  }

  return (
    <div>
      <h2>{name}</h2>
      <div className="account-line">
        <span className="soft">
          {app.since
            ? t("linkedSince", { at: formatInstant(app.since, zone) })
            : t("notLinked")}
        </span>
        {app.since ? (
          <Button loading={unlink.isPending} onClick={() => void ask()}>
            {t("unlink")}
          </Button>
        ) : (
          !isLinking && (
            <Button onClick={() => setLinking(true)}>
              {t("link", { app: name })}
            </Button>
          )
        )}
      </div>
      {isLinking && (
        <LinkForm appKey={app.key} onClose={() => setLinking(false)} />
      )}
    </div>
  );
}

/** The password first: a link is a way in that stays. Then the app asks. */
function LinkForm({
  appKey,
  onClose,
}: {
  appKey: string;
  onClose: () => void;
}) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const id = `link-${appKey}`;
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useFaults();
  useEffect(() => document.getElementById(id)?.focus(), [id]);

  const begin = useMutation({
    meta: { showsFields: true },
    mutationFn: async () =>
      call("POST", "sso/connector/{key}/link", {
        query: { key: appKey },
        body: {
          ...(await encrypted({ password })),
          redirect: "/account?tab=apps",
        },
      }),
    onSuccess: ({ url }) => isAddress(url) && location.assign(url),
    onError: (failure) => {
      const said = { [id]: faultsOf(failure)?.password };
      setFaults(said);
      setTimeout(() => focusFirst(said, [id]));
    },
  });

  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!password) {
          const missing = { [id]: accountText("currentMissing") };
          setFaults(missing);
          focusFirst(missing, [id]);
        } else if (!begin.isPending) {
          begin.mutate();
        }
      }}
    >
      <Field id={id} label={t("currentPassword")} fault={faults[id]}>
        <Input
          {...wiring(id, faults[id])}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setFaults({});
          }}
        />
      </Field>
      <div className="account-line">
        <Button type="primary" htmlType="submit" loading={begin.isPending}>
          {t("goOn")}
        </Button>
        <Button onClick={onClose}>{ui("cancel")}</Button>
      </div>
    </form>
  );
}
