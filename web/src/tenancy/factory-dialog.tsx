import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { connectCompanyPath } from "./enter";
import { exit, leaveFor, signOut } from "@/session/sign-out";
import { Dialog } from "@/ui/dialog";
import { Narrowed } from "@/ui/narrowed";
import { isDelayed } from "./licence";
import { LicenceNotice } from "./licence-notice";
import {
  isPersonal,
  targetAt,
  tenancy,
  useTenancy,
  type Gateway,
  type Target,
  type TenantInfo,
} from "./tenancy";
import { useTenancyTexts } from "./texts";
import "./tenancy.css";

interface FactoryDialogProps {
  /** Why the last choice came to nothing; empty: there was none. */
  refusal: string;
  /** Go there at once. */
  onSwitch: (target: Target) => void;
  /** Open the modules of a personal user beside this page. */
  onPersonal: (tenant: TenantInfo) => void;
}

/** From so many entries on, a search helps. */
const manyEntries = 8;

/** Closing is for those who work somewhere that they may be. */
const mayClose = (info: TenantInfo | null) =>
  info !== null && info.allowLoginFlag !== 0;

/** The tenants of the person, each with its factories. */
export function FactoryDialog(props: FactoryDialogProps) {
  const { refusal, onSwitch, onPersonal } = props;
  const t = useTenancyTexts();
  const navigate = useNavigate();
  const { tenants, info, isSwitching } = useTenancy();
  const [isWarned, setWarned] = useState(false);
  const [typed, setTyped] = useState("");
  const found = useMemo(() => search(tenants, typed), [tenants, typed]);
  const entries = tenants.reduce(
    (sum, one) => sum + Math.max(1, one.gatewayList.length),
    0,
  );

  function close() {
    if (mayClose(info)) {
      tenancy.set({ isChoosing: false });
    } else {
      setWarned(true);
    }
  }

  function choose(tenant: TenantInfo, gateway: Gateway | null) {
    if (isPersonal(tenant)) {
      onPersonal(tenant);
      return;
    }
    const target = targetAt(tenant, gateway);
    if (isDelayed(tenant)) {
      tenancy.set({ isChoosing: false, delayed: { tenant, target } });
    } else {
      onSwitch(target);
    }
  }

  return (
    <Dialog title={t("choose")} className="tenancy-factory" onClose={close}>
      <div role="alert" className="tenancy-warning">
        {isWarned ? t("choose") : refusal}
      </div>
      {entries >= manyEntries && (
        <input
          type="search"
          className="tenancy-search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="tenancy-scroll" aria-busy={isSwitching}>
        {found.map((tenant) => (
          <Tenant
            key={tenant.tenantId}
            tenant={tenant}
            here={info}
            isBusy={isSwitching}
            onChoose={(gateway) => choose(tenant, gateway)}
          />
        ))}
        {found.length === 0 && (
          <p className="soft tenancy-none">{t("nothingFound")}</p>
        )}
      </div>
      <footer>
        <span role="status" className="soft">
          {isSwitching && t("switching")}
        </span>
        {!mayClose(info) && (
          <button
            type="button"
            className="plain-button"
            onClick={() =>
              void leave((path) => void navigate(path, { replace: true }))
            }
          >
            {t("signOut")}
          </button>
        )}
        {info && !isPersonal(info) && mayClose(info) && (
          <Narrowed kinds={["factory"]}>{t("whyNotThere")}</Narrowed>
        )}
        <button
          type="button"
          className="plain-button"
          onClick={() => location.assign(connectCompanyPath())}
        >
          {t("connect")}
        </button>
      </footer>
    </Dialog>
  );
}

/** Who may be nowhere, such as after the end of a licence, can only go. */
async function leave(go: (path: string) => void) {
  const next = await signOut();
  exit();
  leaveFor(next, go);
}

interface TenantProps {
  tenant: TenantInfo;
  here: TenantInfo | null;
  isBusy: boolean;
  onChoose: (gateway: Gateway | null) => void;
}

function Tenant({ tenant, here, isBusy, onChoose }: TenantProps) {
  const t = useTenancyTexts();
  const isOpen = tenant.allowLoginFlag === 1;
  const isHere = (gateway: Gateway | null) =>
    here?.tenantId === tenant.tenantId &&
    (gateway === null || here.factoryId === gateway.factoryId);
  const detail = (gateway: Gateway | null) =>
    !isOpen ? t("blocked") : isHere(gateway) ? t("here") : undefined;
  return (
    <section aria-label={tenant.tenantName} className="tenancy-tenant">
      <h3>
        <span>{tenant.tenantName}</span>
        <LicenceNotice licence={tenant} />
      </h3>
      {isPersonal(tenant) && (
        <Choice
          name={tenant.realName}
          detail={t("personal")}
          isOpen={isOpen}
          isBusy={isBusy}
          onChoose={() => onChoose(null)}
        />
      )}
      {!isPersonal(tenant) && tenant.gatewayList.length === 0 && (
        <Choice
          name={t("noFactory")}
          detail={detail(null)}
          isOpen={isOpen}
          isBusy={isBusy}
          isHere={isHere(null)}
          onChoose={() => onChoose(null)}
        />
      )}
      {tenant.gatewayList.map((gateway) => (
        <Choice
          key={gateway.serverAppUuid}
          name={gateway.factoryName}
          detail={detail(gateway)}
          isOpen={isOpen}
          isBusy={isBusy}
          isHere={isHere(gateway)}
          onChoose={() => onChoose(gateway)}
        />
      ))}
    </section>
  );
}

interface ChoiceProps {
  name: string;
  detail: string | undefined;
  isOpen: boolean;
  isBusy: boolean;
  isHere?: boolean;
  onChoose: () => void;
}

function Choice(props: ChoiceProps) {
  const { name, detail, isOpen, isBusy, isHere = false, onChoose } = props;
  return (
    <button
      type="button"
      className="tenancy-choice"
      disabled={!isOpen || isBusy}
      {...(isHere && { "aria-current": "true" as const })}
      onClick={onChoose}
    >
      <span>{name}</span>
      {detail && <small>{detail}</small>}
    </button>
  );
}

function search(tenants: TenantInfo[], typed: string) {
  const wanted = typed.trim().toLowerCase();
  const fits = (name: string) => name.toLowerCase().includes(wanted);
  return tenants
    .map((tenant) =>
      fits(tenant.tenantName)
        ? tenant
        : {
            ...tenant,
            gatewayList: tenant.gatewayList.filter(({ factoryName }) =>
              fits(factoryName),
            ),
          },
    )
    .filter(
      (tenant) => fits(tenant.tenantName) || tenant.gatewayList.length > 0,
    );
}
