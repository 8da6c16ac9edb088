import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { App, Button, Tooltip } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import "@/resource/resource.css";

interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** What is asked before the chosen rows are ended. */
export interface EndQuestion {
  title: string;
  /** One line for each row. */
  lines: string[];
  text: ReactNode;
  /** Ends them; says what came of it. */
  end: () => Promise<string>;
}

interface AccessListProps<Row, Data extends Listed<Row>> {
  title: string;
  /** Under which its layout is kept. */
  name: string;
  /** Stands before the search. */
  choice: ReactNode;
  query: (search: string) => UseQueryOptions<Data, Error, Data, string[]>;
  /** By the time at which the rows were read. */
  columns: (now: number) => GridColumn<Row>[];
  /** Chosen rows that have ended meanwhile are left out. */
  canEnd?: (row: Row, now: number) => boolean;
  /** Why these rows cannot be ended; "" when they can. */
  refuses: (rows: Row[]) => string;
  question: (rows: Row[]) => EndQuestion;
  endLabel: string;
  /** What an empty list says. */
  none: string;
  notFound: string;
}

const idOf = (row: { id: string }) => row.id;
const permission = "common.onlineUser.kick";
const first = { pinned: ["realName"] };

/** Ways into the company that are open, sessions or tokens, and the way to end any. */
export function AccessList<
  Row extends { id: string },
  Data extends Listed<Row>,
>(props: AccessListProps<Row, Data>) {
  const { title, name, choice, query, columns, refuses, question } = props;
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const mayEnd = useCan(permission);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const search = useDebounced(typed).trim();
  const asked = query(search);
  const list = useQuery(asked);
  const now = list.dataUpdatedAt;
  const rows = useMemo(() => list.data?.rows ?? [], [list.data]);
  const [layout, setLayout] = useColumnLayout(name, first);
  const shown = useMemo(() => columns(now), [columns, now]);
  const picked = rows.filter(
    (row) => chosen.includes(row.id) && (props.canEnd?.(row, now) ?? true),
  );
  const why = refuses(picked);

  const end = useMutation({
    mutationFn: (run: EndQuestion["end"]) => run(),
    onSuccess: (told) => {
      message.destroy();
      void message.success(told);
      setChosen([]);
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: asked.queryKey.slice(0, 1) }),
  });

  async function ask() {
    const { title, lines, text, end: run } = question(picked);
    const agreed = await modal.confirm({
      title,
      content: (
        <>
          <ul className="question-items">
            {lines.map((line, i) => (
              <li key={picked[i]!.id}>{line}</li>
            ))}
          </ul>
          {text}
        </>
      ),
      okText: props.endLabel,
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      end.mutate(run);
    }
  }

  return (
    <Page
      title={title}
      tools={
        <>
          {choice}
          <SearchInput value={typed} onChange={setTyped} />
          <span className="push" />
          {!mayEnd ? (
            <PermissionButton permission={permission}>
              {props.endLabel}
            </PermissionButton>
          ) : (
            <Tooltip title={why}>
              <Button
                danger
                disabled={why !== ""}
                loading={end.isPending}
                onClick={() => void ask()}
              >
                {props.endLabel}
              </Button>
            </Tooltip>
          )}
        </>
      }
    >
      <DataGrid
        label={title}
        columns={shown}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        {...(mayEnd && {
          selection: chosen,
          onSelectionChange: setChosen,
        })}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : search ? (
            props.notFound
          ) : (
            props.none
          )
        }
      />
    </Page>
  );
}
