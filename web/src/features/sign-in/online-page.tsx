import { Checkbox, Segmented } from "antd";
import { useCallback, useState, type ReactNode } from "react";
import type { GridColumn } from "@/grid/grid-column";
import { formatInstant } from "@/i18n/format";
import { bracketed } from "@/i18n/punctuation";
import { useZone } from "@/session/session";
import { StatusMark } from "@/ui/status-mark";
import { AccessList, type EndQuestion } from "./access-list";
import { CompanyTokens } from "./company-tokens";
import { isActive, kick, onlineQuery, type Session } from "./sessions";
import { useSignInTexts } from "./texts";

/** Who and what is in the company: people by their sessions, programs by their tokens. */
export function OnlinePage() {
  const t = useSignInTexts();
  const [shown, setShown] = useState<"people" | "tokens">("people");
  const choice = (
    <Segmented
      aria-label={t("shown")}
      value={shown}
      options={[
        { value: "people", label: t("online") },
        { value: "tokens", label: t("tokens") },
      ]}
      onChange={setShown}
    />
  );
  return shown === "people" ? (
    <OnlinePeople choice={choice} />
  ) : (
    <CompanyTokens choice={choice} />
  );
}

/** Who is signed in to the company, and the way to end it. */
function OnlinePeople({ choice }: { choice: ReactNode }) {
  const t = useSignInTexts();
  const columns = useSessionColumns();
  function question(rows: Session[]): EndQuestion {
    let endTokens = true;
    return {
      title: t("kickTitle", { count: rows.length }),
      lines: rows.map(
        ({ realName, device, address }) => `${realName} ${device} ${address}`,
      ),
      text: (
        <>
          <p>{t("kickText")}</p>
          <Checkbox
            defaultChecked
            onChange={(event) => (endTokens = event.target.checked)}
          >
            {t("endTheirTokens")}
          </Checkbox>
        </>
      ),
      end: async () => {
        const ids = rows.map(({ id }) => id);
        const { ended, endedTokens } = await kick({ ids, endTokens });
        if (!ended) {
          return t("gone");
        }
        return endedTokens > 0
          ? t("kickedTokens", { count: ended, tokens: endedTokens })
          : t("kicked", { count: ended });
      },
    };
  }
  return (
    <AccessList
      title={t("online")}
      name="common.onlineUser"
      choice={choice}
      query={onlineQuery}
      columns={columns}
      refuses={(rows) =>
        rows.some((row) => row.current)
          ? t("notSelf")
          : rows.length === 0
            ? t("chooseOne")
            : ""
      }
      question={question}
      endLabel={t("kick")}
      none={t("none")}
      notFound={t("notFound")}
    />
  );
}

function useSessionColumns() {
  const t = useSignInTexts();
  const zone = useZone();
  return useCallback(
    (now: number): GridColumn<Session>[] => [
      {
        id: "realName",
        title: t("name"),
        width: 160,
        value: (row) => row.realName,
        render: (row) => (
          <>
            {row.realName}
            {row.current && (
              <span className="soft">{bracketed(t("current"))}</span>
            )}
          </>
        ),
      },
      { id: "userName", title: t("userName"), value: (row) => row.userName },
      {
        id: "state",
        title: t("state"),
        width: 104,
        value: (row) => t(isActive(row, now) ? "active" : "idle"),
        render: (row) => {
          const active = isActive(row, now);
          return (
            <StatusMark meaning={active ? "active" : "off"}>
              {t(active ? "active" : "idle")}
            </StatusMark>
          );
        },
      },
      {
        id: "seenAt",
        title: t("seenAt"),
        width: 144,
        value: (row) => formatInstant(row.seenAt, zone),
      },
      {
        id: "signedInAt",
        title: t("signedInAt"),
        width: 144,
        value: (row) => formatInstant(row.signedInAt, zone),
      },
      {
        id: "device",
        title: t("device"),
        width: 160,
        value: (row) => row.device || t("unknown"),
      },
      {
        id: "address",
        title: t("address"),
        width: 136,
        value: (row) => row.address,
      },
      {
        id: "way",
        title: t("way"),
        width: 128,
        value: (row) => t(`way${row.way}`),
      },
      {
        id: "factoryName",
        title: t("factory"),
        width: 160,
        value: (row) => row.factoryName,
      },
    ],
    [t, zone],
  );
}
