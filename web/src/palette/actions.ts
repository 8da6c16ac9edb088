import { chooseLook, type Look } from "@/ui/look";
import type { Entry } from "./entries";
import type { usePaletteTexts } from "./texts";

interface Doing {
  t: ReturnType<typeof usePaletteTexts>;
  may: (operation: string) => boolean;
  look: Look;
}

/** What can be done from anywhere, for those who may. */
export function actionEntries({ t, may, look }: Doing): Entry[] {
  const go = (key: string, name: string, path: string, need = "") =>
    need === "" || may(need) ? [{ key, name, of: t("actions"), path }] : [];
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
