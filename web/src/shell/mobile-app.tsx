import { QRCodeSVG } from "@rc-component/qrcode";
import { useMobileSite } from "@/session/mobile-site";
import { useCloseOutside } from "@/ui/use-close-outside";
import { usePanelTexts } from "./panel-texts";

/** The QR code by which a phone enters: at the company's mobile-office site, or by the address of this page. */
export function MobileApp() {
  const t = usePanelTexts();
  const menu = useCloseOutside();
  const site = useMobileSite();
  return (
    <details ref={menu} className="shell-pop shell-wide">
      <summary
        className="shell-item"
        aria-label={t("mobile")}
        title={t("mobile")}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M4.5 1.5h7v13h-7zM7 12.5h2"
            fill="none"
            stroke="currentColor"
          />
        </svg>
      </summary>
      <div className="shell-pop-card shell-qr">
        <p>
          <QRCodeSVG
            value={site === location.origin ? `${site}/home` : site}
            size={160}
            bgColor="#ffffff"
            marginSize={2}
            title={t("mobile")}
          />
        </p>
        <p>{t("mobileText")}</p>
        <p className="soft shell-qr-site">{site}</p>
      </div>
    </details>
  );
}
