import type { Plan } from "@/gantt/plan";
import type { Language } from "@/i18n/language";
import type { useGanttTexts } from "./gantt-texts";

// The codes of what nobody has named: the words are the product's own.
const own = {
  "@assembly": "stepAssembly",
  "@tryout": "stepTryout",
  "@electrode": "stepElectrode",
  "@outside": "outside",
  "@unnamed": "unnamed",
} as const;

/** A plan in which the product's own words stand in the language of the page. */
export function worded(
  plan: Plan,
  t: ReturnType<typeof useGanttTexts>,
  language: Language,
): Plan {
  const say = (name: string) =>
    name in own ? t(own[name as keyof typeof own]) : name;
  return {
    ...plan,
    marksChinese: language === "en",
    moulds: plan.moulds.map((mould) => ({
      ...mould,
      why: mould.reason ? mould.reason[language] : "",
    })),
    processes: plan.processes.map((process) => ({
      ...process,
      name: say(process.name),
    })),
    resources: plan.resources.map((resource) => ({
      ...resource,
      name: say(resource.name),
    })),
  };
}
