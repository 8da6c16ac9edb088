import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import { Dialog } from "@/ui/dialog";
import { faultsOf, useFaults } from "@/ui/faults";
import { useUiTexts } from "@/ui/texts";
import { useLanguage } from "@/i18n/language";
import type { Role } from "./role-queries";
import { useRoleTexts } from "./texts";

interface CopyRoleProps {
  role: Role;
  /** What people call it. */
  name: string;
  onClose: () => void;
  onMade: (id: string) => void;
}

const fields = [
  { key: "code", most: 20 },
  { key: "nameZh", most: 20 },
  { key: "nameEn", most: 50 },
] as const;

/** Makes another role that gives the same. */
export function CopyRole({ role, name, onClose, onMade }: CopyRoleProps) {
  const t = useRoleTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  useLanguage();
  const [values, setValues] = useState({ code: "", nameZh: "", nameEn: "" });
  const [faults, setFaults, forget] = useFaults();
  const copy = useMutation({
    meta: { showsFields: true },
    mutationFn: () =>
      call("POST", "upms/role/{id}/copy", {
        query: { id: role.id },
        body: values,
      }),
    async onSuccess({ row }) {
      await client.invalidateQueries({ queryKey: ["list", "role"] });
      onMade(row.id);
    },
    onError: (failure) => setFaults(faultsOf(failure) ?? {}),
  });
  return (
    <Dialog
      title={t("copyTitle", { name })}
      className="roles-copy"
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          copy.mutate();
        }}
      >
        {fields.map(({ key, most }, at) => (
          <div key={key} className="roles-field">
            <label htmlFor={`copy-${key}`}>{t(key)}</label>
            <Input
              id={`copy-${key}`}
              value={values[key]}
              maxLength={most}
              required={key !== "nameEn"}
              {...(at === 0 && { "data-first": true })}
              {...(faults[key] && { status: "error", "aria-invalid": true })}
              aria-describedby={`copy-${key}-fault`}
              onChange={(event) => {
                setValues({ ...values, [key]: event.target.value });
                forget(key);
              }}
            />
            <p id={`copy-${key}-fault`} className="roles-fault">
              {faults[key]}
            </p>
          </div>
        ))}
        <footer>
          <Button type="primary" htmlType="submit" loading={copy.isPending}>
            {t("copy")}
          </Button>
          <Button onClick={onClose}>{ui("cancel")}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
