import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useNavigate } from "react-router";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { fieldOf, type Meta } from "./metadata";
import { plainValue } from "./plain-value";
import { RecordLinks } from "./record-links";
import { logQuery, usesQuery } from "./resource-queries";
import { useResourceTexts } from "./texts";
import { UseList } from "./use-list";
import { useReader } from "./use-reader";

interface TabProps {
  meta: Meta;
  id: string;
}

/** Who refers to the record: what a deletion would run into. */
export function UsesTab({ meta, id }: TabProps) {
  const t = useResourceTexts();
  const pathOf = useContext(RecordLinks);
  const navigate = useNavigate();
  const { data, isPending, error, refetch } = useQuery(usesQuery(meta, id));
  if (error && !data) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  const items = (data?.items ?? []).filter((use) => use.count > 0);
  if (items.length === 0) {
    return isPending ? <Loading /> : <p className="soft">{t("notUsed")}</p>;
  }
  return (
    <UseList
      id={id}
      uses={items}
      pathOf={pathOf}
      onVisit={(path) => void navigate(path)}
    />
  );
}

/** What the log calls what people do with records. */
const actions = ["create", "change", "delete", "import"] as const;

/** What happened to the record, with the values before and after. */
export function LogTab({ meta, id }: TabProps) {
  const t = useResourceTexts();
  const { say } = useLanguage();
  const reader = useReader();
  const { data, isPending, error, refetch } = useQuery(logQuery(meta, id));
  const lines = data?.rows ?? [];
  const actionOf = (action: string) => {
    const known = actions.find((one) => one === action);
    return known ? t(`did_${known}`) : action;
  };
  if (error && !data) {
    return <Failure of={error} onRetry={() => void refetch()} />;
  }
  if (lines.length === 0) {
    return isPending ? <Loading /> : <p className="soft">{t("noLog")}</p>;
  }
  return (
    <ol className="log">
      {lines.map((line, at) => (
        <li key={at}>
          <p>
            <strong>{line.by}</strong> {actionOf(line.action)}{" "}
            <span className="numbers soft">
              {formatInstant(line.at, reader.zone)}
            </span>
          </p>
          <dl>
            {(line.changes ?? []).map((change) => {
              const field = fieldOf(meta, change.field);
              const read = (value: unknown) =>
                plainValue(field, value, data?.names ?? {}, reader) || "—";
              return (
                <div key={change.field}>
                  <dt>{say(change.label)}</dt>
                  <dd>
                    <del>{read(change.before)}</del> →{" "}
                    <ins>{read(change.after)}</ins>
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ol>
  );
}
