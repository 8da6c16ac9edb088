import { useQuery } from "@tanstack/react-query";
import { App, Button, Input, Select } from "antd";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useCan } from "@/session/session";
import { schedulesQuery } from "../plan/schedule";
import { useTaskEditTexts } from "./task-edit-texts";

/** The address of the tasks of a mould in the plan in force. */
export const mouldPath = (mouldNo: string) =>
  `/aps/schedule/tasks?${new URLSearchParams({ mould: mouldNo }).toString()}`;

interface ChooserProps {
  /** What the page shows now. */
  scheduleId?: string;
  mouldNo?: string;
  /** Where else one can go. */
  children?: ReactNode;
}

/** Which tasks the page shows: those of a schedule, or of a mould in the plan in force. */
export function TaskChooser(props: ChooserProps) {
  const { scheduleId, mouldNo = "", children } = props;
  const t = useTaskEditTexts();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const mayList = useCan("aps.schedule.check");
  const list = useQuery({ ...schedulesQuery(""), enabled: mayList });
  const [typed, setTyped] = useState(mouldNo);
  const field = useId();
  const planned = (list.data?.rows ?? []).filter(({ tasks }) => tasks > 0);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim()) {
      void navigate(mouldPath(typed.trim()));
    } else {
      message.destroy();
      void message.warning(t("either"));
    }
  }
  return (
    <form
      role="search"
      aria-label={t("chooser")}
      className="page-head"
      onSubmit={submit}
    >
      {mayList && (
        <>
          <span className="soft">{t("schedule")}</span>
          <Select
            aria-label={t("schedule")}
            style={{ width: 240 }}
            showSearch={{ optionFilterProp: "label" }}
            placeholder={t("anySchedule")}
            value={planned.find(({ id }) => id === scheduleId)?.id ?? null}
            onChange={(id) => void navigate(`/aps/schedule/${id}/tasks`)}
            options={planned.map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
          />
        </>
      )}
      <label className="soft" htmlFor={field}>
        {t("mouldNo")}
      </label>
      <Input
        id={field}
        style={{ width: 150 }}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button htmlType="submit">{t("show")}</Button>
      <span className="push" />
      {children}
    </form>
  );
}
