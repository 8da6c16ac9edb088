import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useRecordValues } from "@/resource/record-values";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** What the product calls something: its key, where it stands, and the word in both languages. */
export interface Choice {
  word: string;
  of: string;
  zh: string;
  en: string;
}

/** Kinds of texts that the server knows: fields, their choices, menus. All others are texts of the screens. */
const served = [1, 2, 4];

/** The key of a company's word, found by what the product says today, in either language. */
export function WordPicker({
  id,
  value,
  disabled,
  faults,
  onChange,
}: FieldInputProps) {
  const t = useBasedataTexts();
  const { language } = useLanguage();
  const { choices, isPending, isError } = useChoices(
    Number(useRecordValues().module),
    language,
  );
  const chosen = choices.find(({ word }) => word === value);
  return (
    <>
      <Select
        id={id}
        className="field-fill"
        popupMatchSelectWidth={400}
        placement="bottomRight"
        disabled={disabled}
        {...(faults[""] && { status: "error" as const })}
        loading={isPending && !isError}
        value={typeof value === "string" && value !== "" ? value : null}
        placeholder={t("wordHint")}
        notFoundContent={isError ? t("wordsFailed") : t("noSuchWord")}
        showSearch={{ optionFilterProp: "search" }}
        options={choices.map((choice) => ({
          value: choice.word,
          search: `${choice.zh} ${choice.en} ${choice.of} ${choice.word}`,
          label: choice[language],
          choice,
        }))}
        optionRender={({ data }) => <Option {...data.choice} />}
        onChange={(next: string) => onChange(next)}
      />
      {chosen && (
        <p className="tried">
          {t("productSays")} <q lang="zh">{chosen.zh}</q>
          <q lang="en">{chosen.en}</q> <code>{chosen.word}</code>
          {/\{\{/.test(chosen.zh) && (
            <span className="soft"> {t("keepBraces")}</span>
          )}
        </p>
      )}
    </>
  );
}

function Option({ word, of, zh, en }: Choice) {
  return (
    <div className="word-option">
      <span>
        {zh} <span lang="en">{en}</span>
      </span>
      <span className="soft">
        {of} <code>{word}</code>
      </span>
    </div>
  );
}

function useChoices(kind: number, language: string) {
  const isServed = served.includes(kind);
  const ofServer = useQuery({
    queryKey: ["wording-words", language],
    queryFn: ({ signal }) => call("GET", "bms/wording/words", { signal }),
    enabled: isServed,
    staleTime: Infinity,
  });
  const ofScreens = useQuery({
    queryKey: ["screen-texts"],
    queryFn: async () => (await import("virtual:screen-texts")).default,
    enabled: !isServed,
    staleTime: Infinity,
  });
  const { isPending, isError } = isServed ? ofServer : ofScreens;
  const choices: Choice[] = isServed
    ? (ofServer.data?.words ?? []).filter((choice) => choice.kind === kind)
    : (ofScreens.data ?? [])
        .filter((text) => text.kind === kind)
        .map((text) => ({ ...text, of: "" }));
  return { choices, isPending, isError };
}
