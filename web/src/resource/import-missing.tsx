import { Checkbox } from "antd";
import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { inSentence } from "./metadata";
import type { ImportAnswers, ImportResult } from "./resource-queries";
import { useImportTexts } from "./import-texts";

const namesShown = 12;

interface ImportMissingProps {
  missing: ImportResult["missing"];
  create: ImportAnswers["create"];
  onCreate: (create: ImportAnswers["create"]) => void;
}

/** What the file refers to and is not there: made with the import, by who may add it. */
export function ImportMissing({
  missing,
  create,
  onCreate,
}: ImportMissingProps) {
  const t = useImportTexts();
  const { say } = useLanguage();
  if (missing.length === 0) {
    return null;
  }

  return (
    <ul className="import-missing">
      {missing.map(({ entity, label, names, may }) => {
        const others = create.filter((made) => made.entity !== entity);
        const told = {
          label: inSentence(say(label)),
          count: names.length,
          list: listOf(names),
        };
        return (
          <li key={entity}>
            {may ? (
              <Checkbox
                checked={others.length < create.length}
                onChange={({ target }) =>
                  onCreate(
                    target.checked ? [...others, { entity, names }] : others,
                  )
                }
              >
                {t("createMissing", told)}
              </Checkbox>
            ) : (
              t("missingRecords", told)
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ImportMadeProps {
  made: ImportResult["made"];
  isWritten: boolean;
}

/** What the import has made, or would make, because its file refers to it. */
export function ImportMade({ made, isWritten }: ImportMadeProps) {
  const t = useImportTexts();
  const { say } = useLanguage();
  return made.map(({ entity, label, names }) => (
    <p key={entity}>
      {t(isWritten ? "madeRecords" : "toMake", {
        label: inSentence(say(label)),
        count: names.length,
        list: listOf(names),
      })}
    </p>
  ));
}

function listOf(names: string[]) {
  return (
    joined(names.slice(0, namesShown)) + (names.length > namesShown ? " …" : "")
  );
}
