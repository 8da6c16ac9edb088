import { useQuery } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { useLanguage } from "@/i18n/language";
import { useOtherNames } from "@/session/menu-name";
import { useSession } from "@/session/session";
import { coming } from "@/ui/loading";
import { useLook } from "@/ui/look";
import { RecordName } from "@/ui/record-name";
import { useDebounced } from "@/ui/use-debounced";
import { useIsEmployee } from "@/ui/use-is-employee";
import { actionEntries } from "./actions";
import {
  barredEntries,
  fitting,
  menuEntries,
  named,
  recordEntries,
  type Entry,
  type Group,
} from "./entries";
import { hiddenPagesQuery } from "./hidden-pages";
import { recordsQuery } from "./search";
import { usePaletteTexts } from "./texts";
import "./palette.css";

interface PaletteProps {
  /** The page of a record; undefined: it has none. */
  pathOf: (entity: string, id: string) => string | undefined;
  onClose: () => void;
}

const mostOfGroup = 8;
const mostBarred = 3;

const Reason = lazy(async () => ({
  default: (await import("@/ui/reason")).Reason,
}));

/** Menus, actions and records under one field, from the keyboard. */
export function Palette({ pathOf, onClose }: PaletteProps) {
  const t = usePaletteTexts();
  const navigate = useNavigate();
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const asked = useDebounced(text);
  const records = useQuery(recordsQuery(asked));
  const groups = useGroups(text, records.data, pathOf);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(at, entries.length - 1)];
  // Of the entry that was opened though the person may not.
  const [missing, setMissing] = useState("");

  useEffect(() => {
    const dialog = box.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);

  useEffect(() => {
    const line = box.current?.querySelector('[aria-selected="true"]');
    line?.scrollIntoView({ block: "nearest" });
  }, [chosen?.key]);

  function open(entry: Entry) {
    if (entry.barred) {
      setMissing(entry.barred);
      return;
    }
    onClose();
    entry.perform?.();
    if (entry.path && entry.isElsewhere) {
      window.open(entry.path, "_blank", "noopener");
    } else if (entry.path) {
      void navigate(entry.path);
    }
  }

  function onKeyDown(event: React.KeyboardEvent) {
    const last = Math.max(0, entries.length - 1);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const isStep = event.key.startsWith("Arrow");
      setAt(
        isStep && to > last
          ? 0
          : isStep && to < 0
            ? last
            : Math.max(0, Math.min(last, to)),
      );
    } else if (
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      chosen
    ) {
      event.preventDefault();
      open(chosen);
    }
  }

  const isLooking =
    text.trim() !== "" && (asked !== text || records.isFetching);
  const status = records.isError
    ? t("failed")
    : isLooking && entries.length === 0
      ? t("looking")
      : entries.length === 0
        ? t("nothing", { text })
        : t("count", { count: entries.length });

  return (
    <dialog
      ref={box}
      className="palette"
      aria-label={t("title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className="palette-inner">
        <input
          type="text"
          role="combobox"
          aria-label={t("title")}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setMissing("");
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} role="listbox" aria-label={t("title")}>
          {groups.map((group) => (
            <div
              key={group.key}
              role="group"
              aria-labelledby={`${id}-g-${group.key}`}
            >
              <p id={`${id}-g-${group.key}`} className="palette-group">
                {group.name}
              </p>
              {group.entries.map((entry) => (
                <div
                  key={entry.key}
                  id={`${id}-${entry.key}`}
                  role="option"
                  aria-selected={entry === chosen}
                  aria-disabled={entry.barred !== undefined}
                  className="palette-entry"
                  onMouseMove={() => setAt(entries.indexOf(entry))}
                  onClick={() => open(entry)}
                >
                  <span>
                    {entry.isBilingual ? (
                      <RecordName>{entry.name}</RecordName>
                    ) : (
                      entry.name
                    )}
                  </span>
                  <span className="palette-of">
                    {entry.barred ? t("barredWhy") : entry.of}
                  </span>
                </div>
              ))}
            </div>
          ))}
        </div>
        {missing && (
          <div className="palette-reason">
            <Suspense fallback={coming}>
              <Reason key={missing} permission={missing} />
            </Suspense>
          </div>
        )}
        <p className="palette-foot">
          <span role="status">{status}</span>
          <span aria-hidden="true">{t("keys")}</span>
        </p>
      </div>
    </dialog>
  );
}

function useGroups(
  text: string,
  hits: Parameters<typeof recordEntries>[0] | undefined,
  pathOf: PaletteProps["pathOf"],
): Group[] {
  const t = usePaletteTexts();
  const look = useLook();
  const modules = useSession((now) => now.modules);
  const permitted = useSession((now) => now.permitted);
  const otherNames = useOtherNames(text.trim() !== "");
  const { language } = useLanguage();
  const isEmployee = useIsEmployee();
  const hidden = useQuery(
    hiddenPagesQuery(isEmployee && text.trim() !== "", language),
  ).data;
  return useMemo(() => {
    const may = (operation: string) => permitted[operation] === true;
    const actions = actionEntries({ t, may, look, all: isEmployee });
    const groups: Group[] = [
      {
        key: "menus",
        name: t("menus"),
        entries: fitting(menuEntries(modules, otherNames), text, mostOfGroup),
      },
      {
        key: "actions",
        name: t("actions"),
        entries: fitting(
          actions.filter(({ barred }) => !barred),
          text,
          mostOfGroup,
        ),
      },
    ];
    const kinds = new Map<string, Entry[]>();
    for (const entry of text.trim() ? recordEntries(hits ?? [], pathOf) : []) {
      kinds.set(entry.of, [...(kinds.get(entry.of) ?? []), entry]);
    }
    for (const [name, entries] of kinds) {
      groups.push({ key: `kind-${groups.length}`, name, entries });
    }
    const barred = [
      ...barredEntries(hidden ?? [], permitted),
      ...actions.filter(({ barred }) => barred),
    ];
    groups.push({
      key: "barred",
      name: t("barred"),
      entries: fitting(named(barred, text), text, mostBarred),
    });
    return groups.filter(({ entries }) => entries.length > 0);
  }, [
    t,
    look,
    modules,
    permitted,
    otherNames,
    text,
    hits,
    pathOf,
    hidden,
    isEmployee,
  ]);
}
