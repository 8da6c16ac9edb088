import { useMutation } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { faultsOf, focusFirst, type Faults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { encrypted, passwordFault } from "./passwords";
import { useAccountTexts } from "./texts";

const fields = ["oldPassword", "password", "confirmPassword"] as const;

const empty = { oldPassword: "", password: "", confirmPassword: "" };

const labels = {
  oldPassword: "currentPassword",
  password: "newPassword",
  confirmPassword: "confirmPassword",
} as const;

/** Changing the password that one knows. */
export function PasswordForm({ min }: { min: number }) {
  const t = useAccountTexts();
  const { message } = App.useApp();
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});

  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: async () =>
      call("POST", "upms/user/password", { body: await encrypted(values) }),
    onSuccess: () => {
      setValues(empty);
      void message.success(t("passwordChanged"));
    },
    onError: (failure) => {
      const said = faultsOf(failure) ?? {};
      setFaults(said);
      setTimeout(() => focusFirst(said, fields));
    },
  });

  function submit() {
    const broken = passwordFault(values.password, min);
    const wrong: Faults = {
      ...(!values.oldPassword && { oldPassword: t("currentMissing") }),
      ...(broken && { password: t(broken, { min }) }),
      ...(values.confirmPassword !== values.password && {
        confirmPassword: t("mismatch"),
      }),
    };
    setFaults(wrong);
    focusFirst(wrong, fields);
    if (Object.keys(wrong).length === 0) {
      save.mutate();
    }
  }

  return (
    <section className="account-card">
      <p className="soft">{t("passwordLead")}</p>
      <form
        className="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) {
            submit();
          }
        }}
      >
        {fields.map((field) => (
          <Field
            key={field}
            id={field}
            label={t(labels[field])}
            fault={faults[field]}
            hint={field === "password" ? t("passwordRuleLong", { min }) : ""}
          >
            <Input
              {...wiring(field, faults[field])}
              type="password"
              autoComplete={
                field === "oldPassword" ? "current-password" : "new-password"
              }
              value={values[field]}
              onChange={(event) => {
                setValues({ ...values, [field]: event.target.value });
                setFaults({ ...faults, [field]: undefined });
              }}
            />
          </Field>
        ))}
        <div className="account-line">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t("changePassword")}
          </Button>
          <Link to="/forgot">{t("forgotLink")}</Link>
        </div>
      </form>
    </section>
  );
}
