import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useSearchParams } from "react-router";
import { Page } from "@/ui/page";
import { useDebounced } from "@/ui/use-debounced";
import { recordEntries } from "./entries";
import { recordsQuery } from "./search";
import { usePaletteTexts } from "./texts";
import "./palette.css";

interface IdQueryPageProps {
  pathOf: (entity: string, id: string) => string | undefined;
}

/** What a number on a label stands for: every record that carries it. */
export function IdQueryPage({ pathOf }: IdQueryPageProps) {
  const t = usePaletteTexts();
  const field = useId();
  const [search, setSearch] = useSearchParams();
  const text = search.get("id") ?? "";
  const asked = useDebounced(text);
  const { data, isError, isFetching } = useQuery(recordsQuery(asked));
  const entries = recordEntries(data ?? [], pathOf);
  const isDone = asked.trim() !== "" && asked === text && !isFetching;
  return (
    <Page title={t("idQuery")}>
      <div className="id-query">
        <label htmlFor={field}>{t("idLabel")}</label>
        <input
          id={field}
          type="search"
          autoFocus
          maxLength={100}
          value={text}
          aria-describedby={`${field}-hint`}
          onChange={({ target }) =>
            setSearch(target.value ? { id: target.value } : {}, {
              replace: true,
            })
          }
        />
        <p id={`${field}-hint`} className="soft">
          {t("idHint")}
        </p>
        <p role="status">
          {isError
            ? t("failed")
            : isDone && entries.length === 0 && t("idNone", { text: asked })}
        </p>
        <ul>
          {entries.map(({ key, name, of, path }) => (
            <li key={key}>
              <Link to={path!}>
                <strong>{name}</strong>
                <span className="palette-of">{of}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
