import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import {
  Suspense,
  useCallback,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { ApiFailure } from "@/api/reply";
import { formatInstant } from "@/i18n/format";
import { useLanguage, type Text } from "@/i18n/language";
import { useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { coming, Loading } from "@/ui/loading";
import { Narrowed } from "@/ui/narrowed";
import { RecordName } from "@/ui/record-name";
import { SidePanel } from "@/ui/side-panel";
import { Tabs } from "@/ui/tabs";
import { useUiTexts } from "@/ui/texts";
import {
  inSentence,
  isBilingual,
  shownTitle,
  type Meta,
  type Names,
  type OneRow,
  type Row,
  type Values,
} from "./metadata";
import { OperationButton } from "./operation-button";
import { formId, RecordForm } from "./record-form";
import { LogTab, UsesTab } from "./record-tabs";
import { rowQuery } from "./resource-queries";
import { useResourceTexts } from "./texts";
import { useDelete } from "./use-delete";
import { useDirtyGuard } from "./use-dirty-guard";
import { useRecordForm } from "./use-record-form";
import { useSavedWord } from "./use-saved-word";

export interface RecordTabProps {
  record: OneRow;
  /** Whether something here would be lost by leaving: the panel has the one guard. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** A tab that an entity adds to its stored records, behind the form. */
export interface RecordTab {
  key: string;
  title: Text;
  Content: ComponentType<RecordTabProps>;
}

/** What an entity adds to its records. */
export interface RecordExtras {
  tabs?: RecordTab[];
  /** Above the form of a stored record. */
  above?: (row: Row) => ReactNode;
  /** In place of the form, once a new record is saved; null closes it. */
  created?: (saved: OneRow) => ReactNode;
}

/** What a new record begins with beside the initial values of its fields, and the names of what it refers to. */
interface Beginning {
  values: Values;
  names: Names;
}

interface RecordPanelProps {
  meta: Meta;
  /** A row's id, or "new". */
  id: string;
  onClose: () => void;
  extras?: RecordExtras | undefined;
  begins?: Beginning | undefined;
}

export function RecordPanel(props: RecordPanelProps) {
  const { meta, id, onClose, extras, begins } = props;
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const isNew = id === "new";
  // The last one is open. They stay what they are when a save begins the record anew, and so does what waits in them.
  const [visited, setVisited] = useState(["details"]);
  const { data, error } = useQuery({
    ...rowQuery(meta, id),
    enabled: !isNew,
  });

  if (isNew || data) {
    return (
      <OpenRecord
        // A reload of the row begins a new form.
        key={data?.row.version ?? "new"}
        meta={meta}
        record={data ?? null}
        onClose={onClose}
        extras={extras}
        begins={begins}
        visited={visited}
        onVisit={(tab) =>
          setVisited([...visited.filter((one) => one !== tab), tab])
        }
      />
    );
  }
  const isGone = error instanceof ApiFailure && error.reply.status === 404;
  return (
    <SidePanel
      title={say(meta.label)}
      closeLabel={ui("close")}
      onClose={onClose}
    >
      {error ? (
        <p role="alert">
          {isGone ? t("missing") : wordsOf(error)}
          {isGone && meta.narrowed && meta.narrowed.length > 0 && (
            <>
              {" "}
              {t("outside")}{" "}
              <Narrowed kinds={meta.narrowed}>{t("limited")}</Narrowed>
            </>
          )}
        </p>
      ) : (
        <Loading />
      )}
    </SidePanel>
  );
}

interface OpenRecordProps {
  meta: Meta;
  record: OneRow | null;
  onClose: () => void;
  extras: RecordExtras | undefined;
  begins: Beginning | undefined;
  /** The tabs that were looked at, the open one last. */
  visited: string[];
  onVisit: (tab: string) => void;
}

function OpenRecord(props: OpenRecordProps) {
  const { meta, record, onClose, extras, begins, visited, onVisit } = props;
  const tab = visited.at(-1)!;
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say, language } = useLanguage();
  const zone = useZone();
  const client = useQueryClient();
  const unsaved = useRef(new Set<string>());
  const onUnsaved = useCallback((tab: string, isUnsaved: boolean) => {
    if (isUnsaved) {
      unsaved.current.add(tab);
    } else {
      unsaved.current.delete(tab);
    }
  }, []);
  const [told, setTold] = useState<ReactNode>(null);
  const row = record?.row ?? null;
  const tabs = extras?.tabs ?? [];
  const names = { ...begins?.names, ...record?.names };
  for (const id of record?.invalid ?? []) {
    names[id] = t("notValid", { name: names[id] ?? id });
  }
  const label = say(meta.label);
  const name = shownTitle(meta, row, language);

  const tell = useSavedWord(meta);
  const onSaved = (saved: OneRow) => {
    tell(saved);
    if (row && unsaved.current.size > 0) {
      // Another tab has something to save: the panel stays, with the form begun anew.
      client.setQueryData(rowQuery(meta, row.id).queryKey, saved);
      return;
    }
    client.removeQueries({ queryKey: ["row", meta.entity] });
    const word = row ? null : extras?.created?.(saved);
    if (word) {
      setTold(word);
    } else {
      onClose();
    }
  };
  const form = useRecordForm(meta, row, onSaved, begins?.values);
  // Beside a page of another kind the address says ?open=.
  const { isDirty } = form;
  useDirtyGuard(
    useCallback(() => isDirty() || unsaved.current.size > 0, [isDirty]),
    "open",
  );
  const remove = useDelete(meta, onClose);

  const details = (
    <>
      {row && extras?.above?.(row)}
      <RecordForm
        meta={meta}
        row={row}
        names={{ ...names, ...form.names }}
        form={form}
      />
      {row && (
        <p className="record-times numbers soft">
          {t("created")} {formatInstant(row.createdAt, zone)} · {t("updated")}{" "}
          {formatInstant(row.updatedAt, zone)}
        </p>
      )}
    </>
  );

  if (told) {
    return (
      <SidePanel title={label} closeLabel={ui("close")} onClose={onClose} stays>
        <section role="status" aria-live="polite">
          {told}
          <Button type="primary" onClick={onClose}>
            {ui("close")}
          </Button>
        </section>
      </SidePanel>
    );
  }
  return (
    <SidePanel
      title={
        row ? `${label} ${name}` : t("newTitle", { label: inSentence(label) })
      }
      {...(row &&
        isBilingual(meta) && {
          heading: (
            <>
              {label} <RecordName>{name}</RecordName>
            </>
          ),
        })}
      closeLabel={ui("close")}
      onClose={onClose}
      wide={
        extras?.tabs !== undefined ||
        meta.fields.some((field) => field.kind === "lines")
      }
      footer={
        tab === "details" && (
          <>
            <OperationButton
              {...{ meta, operation: row ? "modify" : "add" }}
              type="primary"
              htmlType="submit"
              form={formId}
              loading={form.isPending}
              disabled={form.clashes.undecided.length > 0}
              title={t("saveHint")}
            >
              {ui("save")}
            </OperationButton>
            <Button onClick={onClose}>{ui("close")}</Button>
            <span className="push" role="status">
              {form.clashes.undecided.length > 0
                ? t("decideFirst", { count: form.clashes.undecided.length })
                : form.errors.length > 0 &&
                  t("faultsAbove", { count: form.errors.length })}
            </span>
            {row && (
              <OperationButton
                {...{ meta, operation: "delete" }}
                danger
                // Of what is saved meanwhile there is a newer version, which the next panel shows.
                disabled={form.isOver}
                onClick={() => void remove([row])}
              >
                {ui("delete")}
              </OperationButton>
            )}
          </>
        )
      }
    >
      {row ? (
        <Tabs
          label={label}
          tabs={[
            { key: "details", title: t("details") },
            ...tabs.map(({ key, title }) => ({ key, title: say(title) })),
            { key: "uses", title: t("usedBy") },
            { key: "log", title: t("log") },
          ]}
          active={tab}
          onChange={onVisit}
        >
          {/* Hidden, not gone: what was typed survives a look at the log. */}
          <div hidden={tab !== "details"}>{details}</div>
          {tabs
            .filter(({ key }) => visited.includes(key))
            .map((one) => (
              <div key={one.key} hidden={tab !== one.key}>
                <OwnTab tab={one} record={record!} onUnsaved={onUnsaved} />
              </div>
            ))}
          {tab === "uses" && <UsesTab meta={meta} id={row.id} />}
          {tab === "log" && <LogTab meta={meta} id={row.id} />}
        </Tabs>
      ) : (
        details
      )}
    </SidePanel>
  );
}

interface OwnTabProps {
  tab: RecordTab;
  record: OneRow;
  onUnsaved: (tab: string, isUnsaved: boolean) => void;
}

function OwnTab({ tab, record, onUnsaved }: OwnTabProps) {
  const { key, Content } = tab;
  const tell = useCallback(
    (isUnsaved: boolean) => onUnsaved(key, isUnsaved),
    [onUnsaved, key],
  );
  return (
    <Suspense fallback={coming}>
      <Content record={record} onUnsaved={tell} />
    </Suspense>
  );
}
