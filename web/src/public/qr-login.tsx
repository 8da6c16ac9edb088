import { QRCodeSVG } from "@rc-component/qrcode";
import { useLogin } from "./login-state";
import { useQrTexts } from "./qr-texts";
import type { LoginReply } from "./sign-in";
import { useQrLogin } from "./use-qr-login";
import "./qr-login.css";

const over = new Set(["refused", "expired", "failed"]);

/** Signs in by a phone: a picture to scan, and how far the phone has come. */
export function QrLogin({ onIn }: { onIn: (reply: LoginReply) => void }) {
  const t = useQrTexts();
  const qrCode = useLogin((now) => now.qrCode);
  const { phase, name, refresh } = useQrLogin(onIn);
  return (
    <div className="qr">
      <p className="login-lead">{t("lead")}</p>
      <div className={phase === "waiting" ? "qr-frame" : "qr-frame qr-covered"}>
        {qrCode && (
          // Dark on light in both looks: cameras expect it.
          <QRCodeSVG
            value={qrCode}
            size={208}
            level="M"
            bgColor="#ffffff"
            fgColor="#14294a"
            title={t("picture")}
          />
        )}
        {over.has(phase) && (
          <button type="button" className="qr-refresh" onClick={refresh}>
            {t("refresh")}
          </button>
        )}
      </div>
      <p role="status" className={`qr-said qr-${phase}`}>
        {t(phase, { name })}
      </p>
    </div>
  );
}
