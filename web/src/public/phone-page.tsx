import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useLiveText } from "@/i18n/use-live-text";
import { useZone } from "@/session/session";
import { Entrance } from "./entrance";
import { Mark } from "./mark";
import { useQrTexts } from "./qr-texts";
import { refusalOf } from "./refusal";
import "./qr-login.css";

type Scan = Schema<"IdentityScan">;

const send = (code: string, confirm?: boolean) =>
  call("POST", "bms/sys/qrcode/identifyAndForward", {
    body: { code, confirm },
  });

/** What the phone shows after a scan: who asks, and the choice. */
export function PhonePage() {
  const t = useQrTexts();
  const zone = useZone();
  const code = useSearchParams()[0].get("code") ?? "";
  const [scan, setScan] = useState<Scan>();
  const [refusal, setRefusal] = useLiveText();
  const [busy, setBusy] = useState(false);
  const title = t(code ? "ask" : "phoneTitle");

  useEffect(() => {
    document.title = `${title} · Mouldworks`;
  }, [title]);

  useEffect(() => {
    if (code) {
      send(code).then(setScan, (failure: unknown) =>
        setRefusal(() => refusalOf(failure)),
      );
    }
  }, [code, setRefusal]);

  async function answer(confirm: boolean) {
    setBusy(true);
    try {
      setScan(await send(code, confirm));
    } catch (failure) {
      setRefusal(() => refusalOf(failure));
    }
    setBusy(false);
  }

  const isAsked = scan?.state === "scanned" && !refusal;
  return (
    <Entrance>
      <div className="login-form">
        <Mark />
        <h1>{title}</h1>
        {(scan || !code) && (
          <p className="login-lead">{t(code ? "askText" : "phoneText")}</p>
        )}
        {scan && (
          <dl className="qr-ask">
            <dt>{t("device")}</dt>
            <dd>{scan.device || t("unknown")}</dd>
            <dt>{t("address")}</dt>
            <dd className="numbers">{scan.address}</dd>
            <dt>{t("time")}</dt>
            <dd className="numbers">{formatInstant(scan.askedAt, zone)}</dd>
          </dl>
        )}
        <div role="alert" className="login-refusal">
          {refusal}
        </div>
        {isAsked ? (
          <>
            <button
              type="button"
              className="login-submit"
              disabled={busy}
              onClick={() => void answer(true)}
            >
              {t("confirm")}
            </button>
            <button
              type="button"
              className="login-second"
              disabled={busy}
              onClick={() => void answer(false)}
            >
              {t("refuse")}
            </button>
          </>
        ) : (
          <>
            <p role="status">
              {scan?.state === "confirmed" && t("done")}
              {scan?.state === "refused" && t("denied")}
            </p>
            <Link to="/home">{t("toHome")}</Link>
          </>
        )}
      </div>
    </Entrance>
  );
}
