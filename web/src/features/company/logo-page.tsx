import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { call } from "@/api/call";
import { headerLogo, startLogo, useOwnLogo } from "@/session/company-logo";
import { FileDrop } from "@/ui/file-drop";
import { Page } from "@/ui/page";
import { logoFault } from "./logo-rule";
import { useLogoTexts } from "./logo-texts";
import "./logo.css";

/** The company's own logos: in the header and on the start page. */
export function LogoPage() {
  const t = useLogoTexts();
  return (
    <Page title={t("title")}>
      <p className="soft">{t("hint")}</p>
      <div className="logos">
        <Logo logoType={headerLogo} name={t("header")} use={t("headerHint")} />
        <Logo logoType={startLogo} name={t("start")} use={t("startHint")} />
      </div>
    </Page>
  );
}

interface LogoProps {
  logoType: number;
  name: string;
  use: string;
}

function Logo({ logoType, name, use }: LogoProps) {
  const t = useLogoTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const own = useOwnLogo(logoType);
  // What is replaced is what is seen here.
  const basedOn = own?.id ?? "none";

  const again = () => client.invalidateQueries({ queryKey: ["company-logos"] });
  async function done(words: string) {
    message.destroy();
    void message.success(words);
    await again();
  }
  const save = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file);
      form.set("logoType", String(logoType));
      form.set("basedOn", basedOn);
      return call("POST", "upms/logo", { form });
    },
    onSuccess: () => done(t("saved")),
    onError: again,
  });
  const remove = useMutation({
    mutationFn: () =>
      call("POST", "upms/logo/remove", { body: { logoType, basedOn } }),
    onSuccess: () => done(t("removed")),
    onError: again,
  });
  const isBusy = save.isPending || remove.isPending;

  function take(file: File) {
    const fault = logoFault(file);
    if (fault) {
      message.destroy();
      void message.error(t(fault));
    } else {
      save.mutate(file);
    }
  }

  return (
    <section className="logo-card" aria-label={name}>
      <h2>{name}</h2>
      <p className="soft">{use}</p>
      <div className="logo-now">
        {own ? (
          <img src={own.base64} alt={name} />
        ) : (
          <span className="soft">{t("ours")}</span>
        )}
      </div>
      <FileDrop
        title={t(own ? "change" : "choose")}
        hint="PNG · JPG · GIF"
        accept=".png,.jpg,.jpeg,.gif"
        disabled={isBusy}
        onFile={take}
      />
      <p>
        <Button
          disabled={!own || isBusy}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("remove")}
        </Button>
      </p>
    </section>
  );
}
