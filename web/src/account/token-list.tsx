import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { StatusMark } from "@/ui/status-mark";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useUiTexts } from "@/ui/texts";
import { tokensQuery, type Token } from "./profile";
import { useAccountTexts } from "./texts";
import { TokenForm } from "./token-form";
import "@/ui/line-table.css";

/** The person's tokens for programs. */
export function TokenList() {
  const t = useAccountTexts();
  const { data, isPending, error, refetch } = useQuery(tokensQuery);
  const [isMaking, setMaking] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; token: string }>();
  const tokens = data?.tokens ?? [];

  return (
    <section className="account-card account-wide">
      <p className="soft">
        {t("tokensLead")}{" "}
        <a href="/docs" target="_blank" rel="noreferrer">
          {t("tokensDocs")}
        </a>
      </p>
      {fresh && <Fresh {...fresh} onKept={() => setFresh(undefined)} />}
      {isMaking ? (
        <TokenForm
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setFresh(made);
          }}
        />
      ) : (
        <Button type="primary" onClick={() => setMaking(true)}>
          {t("newToken")}
        </Button>
      )}
      {tokens.length > 0 ? (
        <div className="account-scroll">
          <table className="line-table">
            <thead>
              <tr>
                <th scope="col">{t("tokenName")}</th>
                <th scope="col">{t("rights")}</th>
                <th scope="col">{t("factory")}</th>
                <th scope="col">{t("created")}</th>
                <th scope="col">{t("expires")}</th>
                <th scope="col">{t("lastUsed")}</th>
                <th scope="col">{t("state")}</th>
                <th scope="col" aria-label={t("end")} />
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </tbody>
          </table>
        </div>
      ) : error ? (
        <Failure of={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <p className="soft">{t("noTokens")}</p>
      )}
    </section>
  );
}

function TokenRow({ token }: { token: Token }) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const [now] = useState(() => Date.now());
  const isOver = token.revokedAt !== null || Date.parse(token.expiresAt) < now;
  const end = useMutation({
    mutationFn: () =>
      call("DELETE", "upms/user/token/{id}", { query: { id: token.id } }),
    onSuccess: () => client.invalidateQueries(tokensQuery),
  });

  async function ask() {
    const agreed = await modal.confirm({
      title: t("endQuestion", { name: token.name }),
      content: t("endText"),
      okText: t("end"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      end.mutate();
    }
  }

  return (
    <tr className={isOver ? "account-over" : ""}>
      <td>{token.name}</td>
      <td title={token.scopes.join("\n")}>
        {token.scopes[0] === "*"
          ? t("rightsAll")
          : t("rightsCount", { count: token.scopes.length })}
      </td>
      <td>{token.factoryName || "–"}</td>
      <td className="numbers">{formatInstant(token.createdAt, zone)}</td>
      <td className="numbers">{formatInstant(token.expiresAt, zone)}</td>
      <td className="numbers">
        {token.usedAt ? formatInstant(token.usedAt, zone) : t("neverUsed")}
      </td>
      <td>
        <StatusMark meaning={isOver ? "off" : "done"}>
          {t(token.revokedAt !== null ? "ended" : isOver ? "expired" : "alive")}
        </StatusMark>
      </td>
      <td>
        {!isOver && (
          <Button
            size="small"
            danger
            loading={end.isPending}
            aria-label={`${t("end")} ${token.name}`}
            onClick={() => void ask()}
          >
            {t("end")}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface FreshProps {
  name: string;
  token: string;
  onKept: () => void;
}

/** The token at the only moment when it can be read. */
function Fresh({ name, token, onKept }: FreshProps) {
  const t = useAccountTexts();
  const { message } = App.useApp();

  async function copy() {
    try {
      await navigator.clipboard.writeText(token);
      void message.success(t("copied"));
    } catch {
      // Plain http has no clipboard.
      void message.warning(t("copyByHand"));
    }
  }

  return (
    <div className="account-note" role="status">
      <p>{t("tokenMade", { name })}</p>
      <code className="account-code">{token}</code>
      <p className="account-line">
        <Button size="small" type="primary" onClick={() => void copy()}>
          {t("copy")}
        </Button>
        <Button size="small" onClick={onKept}>
          {t("iHaveIt")}
        </Button>
      </p>
    </div>
  );
}
