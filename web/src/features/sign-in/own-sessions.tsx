import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox } from "antd";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useUiTexts } from "@/ui/texts";
import { endOwn, ownQuery, type Session } from "./sessions";
import { useSignInTexts } from "./texts";
import { tokensQuery } from "./tokens";
import "./own-sessions.css";

/** The browsers that are signed in with one's own account, each with its end. Stands in the personal centre. */
export function OwnSessions() {
  const t = useSignInTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const list = useQuery(ownQuery);
  const alive = useQuery(tokensQuery).data?.alive ?? 0;
  const end = useMutation({
    mutationFn: endOwn,
    onSuccess: ({ ended }) => {
      message.destroy();
      void message.success(ended ? t("ended", { count: ended }) : t("gone"));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(ownQuery),
        client.invalidateQueries(tokensQuery),
      ]),
  });

  /** Who ends all others suspects a thief, who may have made a token. */
  async function endOthers() {
    let endTokens = true;
    const agreed =
      alive === 0 ||
      (await modal.confirm({
        title: t("endOthers"),
        content: (
          <Checkbox
            defaultChecked
            onChange={(event) => (endTokens = event.target.checked)}
          >
            {t("endMyTokens", { count: alive })}
          </Checkbox>
        ),
        okText: t("end"),
        okButtonProps: { danger: true },
        cancelText: ui("cancel"),
      }));
    if (agreed) {
      end.mutate({ others: true, endTokens });
    }
  }

  const rows = list.data?.rows ?? [];
  return (
    <section className="own-sessions" aria-labelledby="own-sessions-title">
      <header>
        <h2 id="own-sessions-title">{t("own")}</h2>
        <Button
          disabled={rows.length < 2}
          loading={end.isPending}
          onClick={() => void endOthers()}
        >
          {t("endOthers")}
        </Button>
      </header>
      <p className="soft">{t("ownText")}</p>
      {list.isPending ? (
        <Loading />
      ) : list.isError && !list.data ? (
        <Failure of={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ul>
          {rows.map((row) => (
            <OwnSession
              key={row.id}
              row={row}
              onEnd={() => end.mutate({ ids: [row.id] })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function OwnSession({ row, onEnd }: { row: Session; onEnd: () => void }) {
  const t = useSignInTexts();
  const zone = useZone();
  const device = row.device || t("unknown");
  return (
    <li>
      <p>
        <strong>{device}</strong>
        {row.current && <span className="soft"> {t("current")}</span>}
        <br />
        <span className="soft numbers">
          {row.address} · {t(`way${row.way}`)} · {t("seenAt")}{" "}
          {formatInstant(row.seenAt, zone)}
        </span>
      </p>
      {!row.current && (
        <Button aria-label={`${t("end")} ${device}`} onClick={onEnd}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}
