import { call } from "@/api/call";
import { useQuery } from "@tanstack/react-query";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import type { ScheduleConfig } from "./schedule-config";
import { ScheduleFields, type ScheduleFieldsProps } from "./schedule-fields";
import { useApsTexts } from "../plan/texts";

interface ScheduleFormProps
  extends Pick<ScheduleFieldsProps, "onDirty" | "onSaved"> {
  id: string | null;
  /** The schedule that a new one copies: a simulation, or else a plan again from now. */
  from?: string | undefined;
  again?: boolean | undefined;
  onClose: () => void;
}

/** A schedule's form: new without an id. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { id, from, again, onDirty, onClose, onSaved } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const config = useQuery({
    queryKey: ["schedule-config", id, from, again],
    queryFn: async () => {
      const found = await call("POST", "aps/exe/job/configQuery", {
        body: {
          id: id ?? from ?? "",
          ...(again && { copy: true }),
          ...(from && !again && { simulate: true }),
        },
      });
      return from && !again ? simulationOf(found) : found;
    },
    gcTime: 0,
    staleTime: Infinity,
    meta: { base: true },
  });
  function simulationOf({
    id: _id,
    version: _version,
    ...copied
  }: ScheduleConfig) {
    const name = t("simulationOf", { name: copied.name }).slice(0, 50);
    return { ...copied, name, defaultFlag: false, simulation: true };
  }
  return (
    <SidePanel
      title={id ? (config.data?.name ?? "") : t("new")}
      closeLabel={ui("close")}
      onClose={onClose}
      wide
    >
      {config.data && (
        <ScheduleFields
          form={again ? `again ${from}` : (id ?? from ?? "new")}
          of={id ?? from ?? ""}
          config={config.data}
          onDirty={onDirty}
          onSaved={onSaved}
        />
      )}
    </SidePanel>
  );
}
