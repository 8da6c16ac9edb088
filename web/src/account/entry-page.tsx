import { useCallback, useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { call } from "@/api/call";
import type { BodyOf } from "@/api/contract";
import { ApiFailure } from "@/api/reply";
import { proofWanted, type ProofWanted } from "@/api/proof";
import { useLiveText } from "@/i18n/use-live-text";
import { refusalOf } from "@/public/refusal";
import { landingPath } from "@/public/sign-in";
import { session } from "@/session/session";
import type { TenantInfo } from "@/tenancy/tenancy";
import { SmsDialog } from "@/verify/sms-dialog";
import { Settling } from "./settle-page";
import { useJoiningTexts } from "./joining-texts";

/** What a code goes to when a person enters a company (see identity: 4 = switching). */
const switching = 4;

/** What code 800024 leads to after signing in: the company asks for a code by SMS before it is entered. */
export function EntryPage() {
  const t = useJoiningTexts();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<ProofWanted | null>(null);
  const [tenants, setTenants] = useState<TenantInfo[]>([]);
  const [isAsking, setAsking] = useState(true);
  const [refusal, setRefusal] = useLiveText();
  const goOn = useCallback(
    () => navigate(landingPath(""), { replace: true }),
    [navigate],
  );
  useEffect(() => {
    if (!session.signedIn()) {
      return;
    }
    call("GET", "upms/user/profile").then(goOn, (failure: unknown) => {
      const owed =
        failure instanceof ApiFailure ? proofWanted(failure.reply) : null;
      if (owed) {
        setWanted(owed);
      } else {
        void goOn(); // What else is in the way says so there.
      }
    });
    call("POST", "upms/user/getGlobalUserOfTenantInfo.do").then(
      setTenants,
      (failure: unknown) => setRefusal(() => refusalOf(failure)),
    );
  }, [goOn, setRefusal]);
  if (!session.signedIn()) {
    return <Navigate to="/login" replace />;
  }

  async function enter(place: BodyOf<"POST", "switchTenant">) {
    await call("POST", "switchTenant", { body: place });
    await goOn();
  }

  const here = tenants.find(({ tenantId }) => tenantId === wanted?.tenantId);
  const others = tenants.filter((one) => one !== here);
  return (
    <Settling
      title={t("entryTitle")}
      lead={t("entryLead", { tenant: here?.tenantName ?? "" })}
      go={t("entryGo")}
      refusal={refusal}
      isBusy={wanted === null}
      onSubmit={() => setAsking(true)}
    >
      {others.length > 0 && (
        <fieldset className="joining-others">
          <legend>{t("entryOther")}</legend>
          {others.map(({ tenantId, tenantName, factoryId }) => (
            <button
              key={tenantId}
              type="button"
              className="plain-button"
              onClick={() => {
                setRefusal();
                enter({ tenantId, factoryId }).catch((failure: unknown) => {
                  const owed =
                    failure instanceof ApiFailure &&
                    failure.reply.code === 800024;
                  if (owed && wanted) {
                    // That one asks too: with the code it is entered in place of this one.
                    setWanted({ ...wanted, tenantId, factoryId });
                    setAsking(true);
                  } else {
                    setRefusal(() => refusalOf(failure));
                  }
                });
              }}
            >
              {tenantName}
            </button>
          ))}
        </fieldset>
      )}
      {wanted && (
        <SmsDialog
          open={isAsking}
          phone={wanted.phone}
          accountName={here?.realName ?? ""}
          sendType={switching}
          onCode={async (phoneCode) => {
            const { tenantId, factoryId } = wanted;
            await enter({ tenantId, factoryId, phoneCode });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Settling>
  );
}
