import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { call } from "@/api/call";
import { keepPreference, preferenceQuery } from "@/api/preference";
import type { components } from "@/api/schema.gen";
import { listed } from "@/i18n/listed";
import { useTemplateTexts } from "./template-texts";

export type FirstHour = components["schemas"]["AppFirstHour"];
export type FirstHourStep = FirstHour["steps"][number];
export type Template = FirstHour["templates"][number];

/** One template of a kind, or all that are left. */
export type Wanted = Pick<Template, "kind"> &
  ({ template: string } | { all: true });

/** Where each step is taken, and what opens that screen. The factory is made with the company. */
export const places = {
  factory: null,
  calendars: { path: "/settings/calendar", need: "system.calendar.check" },
  sections: { path: "/settings/section", need: "system.section.check" },
  groups: { path: "/settings/group", need: "system.group.check" },
  machines: { path: "/ems/machine", need: "ems.machine.check" },
  processes: { path: "/settings/process", need: "system.process.check" },
  import: { path: "/pm/import", need: "pm.import.add" },
  schedule: { path: "/aps/schedule", need: "aps.schedule.check" },
  publish: { path: "/aps/schedule", need: "aps.schedule.release" },
  people: { path: "/settings/user", need: "system.user.check" },
} as const;

export type StepKey = keyof typeof places;

const namesOf = (made: Template[]) => listed(made.map(({ name }) => name));

const hiddenKey = "home.first-hour-hidden";
const queryKey = ["first-hour"];

/** How far the factory is, and whether the person wants to see it. */
export function useFirstHour() {
  const t = useTemplateTexts();
  const { message } = App.useApp();
  const client = useQueryClient();
  const state = useQuery({
    queryKey,
    queryFn: () => call("GET", "upms/first-hour"),
    refetchOnMount: "always",
    // The home page stands without it.
    meta: { quiet: true },
    retry: false,
  });
  const hidden = useQuery(preferenceQuery<boolean>(hiddenKey));

  function hide(isHidden: boolean) {
    client.setQueryData(["preference", hiddenKey], isHidden);
    void keepPreference(hiddenKey, isHidden || null);
  }
  const take = useMutation({
    mutationFn: ({ kind, ...body }: Wanted) =>
      call("POST", `upms/first-hour/${kind}`, { body }),
    onSuccess: ({ made }, { kind }) => {
      const names = made.filter((one) => one.kind === kind);
      const sections = made.filter((one) => one.kind !== kind);
      if (made.length > 0) {
        message.destroy();
        void message.success(
          t(sections.length > 0 ? "madeBoth" : "made", {
            names: namesOf(names),
            sections: namesOf(sections),
          }),
        );
      }
    },
    onSettled: () => {
      for (const kind of ["list", "choices"]) {
        void client.invalidateQueries({ queryKey: [kind] });
      }
      return client.invalidateQueries({ queryKey });
    },
  });
  return {
    /** Known, or known to be out of reach: the page may be drawn without a jump. */
    isSettled: !state.isPending && !hidden.isPending,
    firstHour: state.data,
    isHidden: hidden.data === true,
    hide,
    take,
    /** After steps that were taken beside the checklist. */
    readAgain: () => void client.invalidateQueries({ queryKey }),
  };
}
