import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Segmented, Tooltip } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import { CompanyTokens } from "./company-tokens";
import { isActive, kick, onlineQuery, type Session } from "./sessions";
import { useSignInTexts } from "./texts";
import "@/resource/resource.css";

const idOf = (row: Session) => row.id;
const nobody: Session[] = [];

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
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const mayKick = useCan("common.onlineUser.kick");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const search = useDebounced(typed).trim();
  const list = useQuery(onlineQuery(search));
  const rows = list.data?.rows ?? nobody;
  const [layout, setLayout] = useColumnLayout("common.onlineUser", {
    pinned: ["realName"],
  });
  const columns = useSessionColumns(list.dataUpdatedAt);
  const picked = rows.filter((row) => chosen.includes(row.id));

  const end = useMutation({
    mutationFn: kick,
    onSuccess: ({ ended, endedTokens }) => {
      message.destroy();
      void message.success(
        !ended
          ? t("gone")
          : endedTokens > 0
            ? t("kickedTokens", { count: ended, tokens: endedTokens })
            : t("kicked", { count: ended }),
      );
      setChosen([]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["online-users"] }),
  });

  async function ask() {
    let endTokens = true;
    const agreed = await modal.confirm({
      title: t("kickTitle", { count: picked.length }),
      content: (
        <>
          <ul className="question-items">
            {picked.map((row) => (
              <li key={row.id}>
                {row.realName} {row.device} {row.address}
              </li>
            ))}
          </ul>
          <p>{t("kickText")}</p>
          <Checkbox
            defaultChecked
            onChange={(event) => (endTokens = event.target.checked)}
          >
            {t("endTheirTokens")}
          </Checkbox>
        </>
      ),
      okText: t("kick"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      end.mutate({ ids: picked.map(idOf), endTokens });
    }
  }

  const why = picked.some((row) => row.current)
    ? t("notSelf")
    : picked.length === 0
      ? t("chooseOne")
      : "";
  return (
    <Page
      title={t("online")}
      tools={
        <>
          {choice}
          <SearchInput value={typed} onChange={setTyped} />
          <span className="push" />
          {mayKick && (
            <Tooltip title={why}>
              <Button
                danger
                disabled={why !== ""}
                loading={end.isPending}
                onClick={() => void ask()}
              >
                {t("kick")}
              </Button>
            </Tooltip>
          )}
        </>
      }
    >
      <DataGrid
        label={t("online")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        {...(mayKick && {
          selection: chosen,
          onSelectionChange: setChosen,
        })}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(search ? "notFound" : "none")
          )
        }
      />
    </Page>
  );
}

function useSessionColumns(now: number) {
  const t = useSignInTexts();
  const zone = useZone();
  return useMemo(
    (): GridColumn<Session>[] => [
      {
        id: "realName",
        title: t("name"),
        width: 160,
        value: (row) => row.realName,
        render: (row) => (
          <>
            {row.realName}
            {row.current && <span className="soft"> ({t("current")})</span>}
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
    [t, zone, now],
  );
}
