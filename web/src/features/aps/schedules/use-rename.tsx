import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState, type ReactNode } from "react";
import { call } from "@/api/call";
import { outcomeOfFailure, type Conflict } from "@/api/errors";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { same } from "@/resource/merge-versions";
import { useZone } from "@/session/session";
import { Dialog } from "@/ui/dialog";
import { faultsOf } from "@/ui/faults";
import { useUiTexts } from "@/ui/texts";
import { type Schedule } from "../plan/schedule";
import { fieldWords } from "./schedule-clash";
import { useApsTexts } from "../plan/texts";

/** Renames a schedule in a dialog. */
export function useRename(): [ReactNode, (row: Schedule) => void] {
  const [row, setRow] = useState<Schedule>();
  return [
    row && (
      <RenameSchedule
        key={row.id}
        row={row}
        onClose={() => setRow(undefined)}
      />
    ),
    setRow,
  ];
}

/** What a list knows of a schedule, and a conflict tells of it. */
const told = [
  "name",
  "startTime",
  "deliveryTime",
  "mouldIds",
  "defaultFlag",
] as const;
type Told = Pick<Schedule, "version" | (typeof told)[number]>;

interface RenameProps {
  row: Schedule;
  onClose: () => void;
}

function RenameSchedule({ row, onClose }: RenameProps) {
  const t = useApsTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const [name, setName] = useState(row.name);
  const [conflict, setConflict] = useState<Conflict>();
  const current = conflict?.current as unknown as Told | undefined;
  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: () =>
      call("POST", "aps/exe/job/modifyExejobName", {
        body: {
          id: row.id,
          version: current?.version ?? row.version,
          name,
        },
      }),
    onSuccess: onClose,
    onError: (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        setConflict(outcome.conflict);
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ["schedules"] }),
  });
  const { say } = useLanguage();
  const fault = faultsOf(save.error)?.name;
  return (
    <Dialog title={t("rename")} className="aps-rename" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) {
            save.mutate();
          }
        }}
      >
        {conflict && current && (
          <WhatChanged before={row} now={current} who={conflict.changedBy} />
        )}
        <Input
          data-first
          value={name}
          maxLength={50}
          aria-label={t("name")}
          {...(fault && { status: "error", "aria-invalid": true })}
          onChange={(event) => setName(event.target.value)}
        />
        {fault && <p role="alert">{say(fault)}</p>}
        <p className="aps-choices">
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {ui("save")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** What somebody else has made of a schedule since the list was read. */
function WhatChanged(props: { before: Told; now: Told; who: string }) {
  const { before, now, who } = props;
  const t = useApsTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const fields = told.filter((field) => !same(before[field], now[field]));
  const read = (of: Told, field: (typeof told)[number]) => {
    const value = of[field];
    if (typeof value === "boolean") {
      return ui(value ? "yes" : "no");
    }
    if (Array.isArray(value)) {
      return value.length > 0
        ? t("mouldCount", { count: value.length })
        : t("allMoulds");
    }
    return (field === "name" ? value : formatInstant(value, zone)) || "–";
  };
  return (
    <div role="alert" className="aps-rename-conflict">
      <p>{t("renameConflict", { who: who || t("somebody") })}</p>
      {fields.length > 0 ? (
        <ul>
          {fields.map((field) => (
            <li key={field}>
              {t("renameChange", {
                field: t(fieldWords[field]),
                before: read(before, field),
                now: read(now, field),
              })}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t("renameOther")}</p>
      )}
      <p>{t("renameAgain")}</p>
    </div>
  );
}
