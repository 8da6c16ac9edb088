import { App, Button } from "antd";
import { useMobileSite } from "@/session/mobile-site";
import { useAccountTexts } from "./texts";

const isOnlyHere = (host: string) => /^(localhost|127\.|\[::1\])/.test(host);

/** How the product gets onto a phone: it is a page, nothing is installed. */
export function MobileNote() {
  const t = useAccountTexts();
  const { message } = App.useApp();
  const site = useMobileSite();

  async function copy() {
    try {
      await navigator.clipboard.writeText(site);
      void message.success(t("copied"));
    } catch {
      // Plain http has no clipboard; the address is there to be read.
    }
  }

  return (
    <section className="account-card">
      <p>{t("mobileLead")}</p>
      <p className="account-line">
        <code className="account-code">{site}</code>
        <Button size="small" onClick={() => void copy()}>
          {t("copy")}
        </Button>
      </p>
      {isOnlyHere(new URL(site).host) && (
        <p className="account-note">{t("mobileLocal")}</p>
      )}
      <p className="soft">{t("mobileAdd")}</p>
    </section>
  );
}
