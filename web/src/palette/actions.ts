import { chooseLook, type Look } from "@/ui/look";
import type { Entry } from "./entries";
import type { usePaletteTexts } from "./texts";

interface Doing {
  t: ReturnType<typeof usePaletteTexts>;
  may: (operation: string) => boolean;
  /** With those that the person may not do. */
  all: boolean;
  look: Look;
}

/** What can be done from anywhere. */
export function actionEntries({ t, may, all, look }: Doing): Entry[] {
  const go = (key: string, name: string, path: string, need = "") => {
    const entry = { key, name, of: t("actions") };
    return need === "" || may(need)
      ? [{ ...entry, path }]
      : all
        ? [{ ...entry, barred: need }]
        : [];
  };
  return [
    ...go("import", t("importMoulds"), "/pm/import", "pm.import.add"),
    ...go("new-mould", t("newMould"), "/pm/mould/new", "pm.mould.add"),
    ...go(
      "new-machine",
      t("newMachine"),
      "/ems/machine/new",
      "ems.machine.add",
    ),
    ...go(
      "messages",
      t("openMessages"),
      "/comm/messageNotice/messageManagement",
    ),
    ...go("home", t("goHome"), "/home"),
    {
      key: "look",
      name: t(look === "dark" ? "toLight" : "toDark"),
      of: t("actions"),
      perform: () => chooseLook(look === "dark" ? "light" : "dark"),
    },
  ];
}
