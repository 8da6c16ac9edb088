import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Input } from "antd";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { faultsOf, focusFirst, useFaults, type Faults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { encrypted, passwordFault } from "./passwords";
import { tokensQuery } from "./profile";
import { accountText, useAccountTexts } from "./texts";

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
  const [faults, setFaults, forgetFault] = useFaults();
  // Passwords are kept nowhere: only the question holds them.
  const isTyped = Object.values(values).some(Boolean);
  useDirtyGuard(
    useCallback(() => isTyped, [isTyped]),
    "tab",
  );

  const client = useQueryClient();
  const alive = useQuery(tokensQuery).data?.alive ?? 0;
  const [endTokens, setEndTokens] = useState(true);
  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: async () =>
      call("POST", "upms/user/password", {
        body: { ...(await encrypted(values)), endTokens },
      }),
    onSuccess: ({ endedTokens }) => {
      setValues(empty);
      void message.success(
        endedTokens > 0
          ? t("passwordChangedTokens", { count: endedTokens })
          : t("passwordChanged"),
      );
      void client.invalidateQueries(tokensQuery);
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
      ...(!values.oldPassword && {
        oldPassword: accountText("currentMissing"),
      }),
      ...(broken && { password: accountText(broken, { min }) }),
      ...(values.confirmPassword !== values.password && {
        confirmPassword: accountText("mismatch"),
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
                forgetFault(field);
              }}
            />
          </Field>
        ))}
        {alive > 0 && (
          <div className="account-field">
            <Checkbox
              checked={endTokens}
              aria-describedby="end-tokens-hint"
              onChange={(event) => setEndTokens(event.target.checked)}
            >
              {t("endMyTokens", { count: alive })}
            </Checkbox>
            <p id="end-tokens-hint" className="soft">
              {t("endMyTokensHint")}
            </p>
          </div>
        )}
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
