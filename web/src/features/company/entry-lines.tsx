import {
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { App, Button } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { draftFrom, mergeDraft, type Draft } from "@/resource/draft";
import { DraftNote } from "@/resource/draft-note";
import { LinesInput } from "@/resource/lines-input";
import {
  initialValues,
  may,
  shownTitle,
  type Field,
  type Meta,
  type Names,
  type Values,
} from "@/resource/metadata";
import { choicesQuery, metaQuery } from "@/resource/resource-queries";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Declined, useQuestion } from "@/ui/use-question";
import { Why } from "@/ui/why";
import { columnsOf, faultsOf, isTyped, saveLines, type Fault } from "./entry";
import { useWizardTexts } from "./wizard-texts";
import "@/resource/resource.css";

interface EntryLinesProps {
  entity: string;
  /** Fields that are asked for beside those that a record cannot be without. */
  also: string[];
  onSaved: () => void;
}

const lines = "lines";
const most = 200;

/** Several new records of a kind at once, a line each: typed, or pasted from a sheet. */
export function EntryLines(props: EntryLinesProps) {
  const { data, error, refetch } = useQuery(metaQuery(props.entity));
  if (data) {
    return <OpenLines {...props} meta={data} />;
  }
  return error ? (
    <Failure of={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
}

function OpenLines(props: EntryLinesProps & { meta: Meta }) {
  const { entity, meta, also, onSaved } = props;
  const t = useWizardTexts();
  const { say, language } = useLanguage();
  const { message } = App.useApp();
  const client = useQueryClient();
  const ask = useQuestion();
  const draft = useDraft<Draft>(`wizard.${entity}`);
  // There is always a line to type into.
  const [typed, setTyped] = useState(
    () =>
      (mergeDraft(draft.restored, {}).values[lines] as
        | Values[]
        | undefined) ?? [initialValues(columnsOf(meta, also, undefined))],
  );
  const [faults, setFaults] = useState<Fault[]>([]);
  const columns = columnsOf(meta, also, typed.at(-1));
  const names = useNames(columns);

  const isDirty = typed.some((line) => isTyped(line, columns));
  const latest = useRef(isDirty);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    latest.current = isDirty;
    draft.keep(isDirty ? draftFrom([lines], {}, { [lines]: typed }) : null);
  });
  useDirtyGuard(
    useCallback(() => latest.current, []),
    "step",
  );

  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: async () => {
      const {
        left,
        faults: found,
        saved,
        failure,
      } = await saveLines(meta, typed, columns, ask, () => isGone.current);
      setTyped(left.length > 0 ? left : [initialValues(columns)]);
      setFaults(found);
      if (saved > 0) {
        message.destroy();
        void message.success(t("linesSaved", { count: saved }));
        for (const kind of ["list", "choices"]) {
          void client.invalidateQueries({ queryKey: [kind, entity] });
        }
        onSaved();
      }
      if (failure) {
        throw failure;
      }
    },
    onMutate: () => setFaults([]),
    onError: (failure) => {
      if (!(failure instanceof ApiFailure || failure instanceof Declined)) {
        throw failure;
      }
    },
  });

  // After the lines that stay stand in their new places, open again.
  const wrong = save.isPending ? undefined : faults[0];
  useEffect(() => {
    if (wrong) {
      document
        .getElementById(`${idOf(entity)}.${wrong.line}.${wrong.key}`)
        ?.focus();
    }
  }, [entity, wrong]);

  if (!may(meta, "add")) {
    return (
      <p className="soft">
        {t("mayNotAdd", { what: say(meta.label) })}{" "}
        <Why permission={`${meta.permission}.add`} />
      </p>
    );
  }
  const field: Field = {
    ...{ key: lines, kind: "lines", label: meta.label },
    ...{ required: false, unique: false, readOnly: false, hideInList: true },
    ...{ atMost: most, fields: columns },
  };
  return (
    <form
      className="entry-lines"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stored meta={meta} />
      {draft.restored && (
        <DraftNote
          onDrop={() => {
            draft.drop();
            setTyped([initialValues(columns)]);
            setFaults([]);
          }}
        />
      )}
      <LinesInput
        id={idOf(entity)}
        field={field}
        value={typed}
        names={names}
        disabled={save.isPending}
        faults={faultsOf(faults, language)}
        onChange={(next) => {
          setFaults(
            faults.filter((one) => stays(one, typed, next as Values[])),
          );
          setTyped(next as Values[]);
        }}
      />
      <p className="entry-foot">
        <Button
          type="primary"
          htmlType="submit"
          disabled={!isDirty}
          loading={save.isPending}
        >
          {t("saveLines")}
        </Button>
        <span role="status" className="entry-faults">
          {faults.length > 0 &&
            t("linesWrong", {
              count: new Set(faults.map(({ line }) => line)).size,
            })}
        </span>
      </p>
    </form>
  );
}

const idOf = (entity: string) => `entry-${entity}`;

/** A word about a value stays until the value is another one, or its line is gone. */
const stays = ({ line, key }: Fault, before: Values[], now: Values[]) =>
  now.length >= before.length && before[line]?.[key] === now[line]?.[key];

/** What is there already, so that nobody types it again. */
function Stored({ meta }: { meta: Meta }) {
  const t = useWizardTexts();
  const { language } = useLanguage();
  const { data } = useQuery(choicesQuery(meta, "", true));
  if (!data) {
    return null;
  }
  const titles = (data.rows ?? []).map((row) =>
    shownTitle(meta, row, language),
  );
  return (
    <p className="soft">
      {data.total === 0
        ? t("noneYet")
        : data.total > titles.length
          ? t("storedMore", { names: titles.join(" · "), count: data.total })
          : t("stored", { names: listed(titles), count: data.total })}
    </p>
  );
}

/** Of what the columns may refer to: a line begins with what the one above it has. */
function useNames(columns: Field[]): Names {
  const { language } = useLanguage();
  const metas = useQueries({
    queries: columns
      .filter((column) => column.kind === "reference")
      .map((column) => metaQuery(column.reference!)),
  });
  const choices = useQueries({
    queries: metas.map(({ data }) => choicesQuery(data, "")),
  });
  const names: Names = {};
  choices.forEach(({ data }, at) => {
    for (const row of data?.rows ?? []) {
      names[row.id] = shownTitle(metas[at]!.data!, row, language);
    }
  });
  return names;
}
