import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Input, Segmented, Select } from "antd";
import { useCallback, useEffect, useMemo, useState } from "react";
import { call } from "@/api/call";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useSession } from "@/session/session";
import { useUiTexts } from "@/ui/texts";
import { faultsOf, focusFirst, useFaults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { encrypted } from "./passwords";
import { tokensQuery } from "./profile";
import { levelsOf, scopePages, scopesOf, type Level } from "./scopes";
import { accountText, useAccountTexts } from "./texts";

interface TokenFormProps {
  onClose: () => void;
  onMade: (made: { name: string; token: string }) => void;
}

const lives = [7, 30, 90, 180, 365];

/** A new token: its name, how long it lives, and what it may do. */
export function TokenForm({ onClose, onMade }: TokenFormProps) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const modules = useSession((now) => now.modules);
  const permitted = useSession((now) => now.permitted);
  const pages = useMemo(
    () => scopePages(modules, permitted),
    [modules, permitted],
  );
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [days, setDays] = useState(90);
  const [isAll, setAll] = useState(false);
  const [levels, setLevels] = useState<Record<string, Level>>({});
  const [faults, setFaults, forgetFault] = useFaults();
  useEffect(() => document.getElementById("name")?.focus(), []);
  const isTyped = Boolean(name || password) || Object.keys(levels).length > 0;
  useDirtyGuard(
    useCallback(() => isTyped, [isTyped]),
    "tab",
  );

  const make = useMutation({
    meta: { showsFields: true },
    mutationFn: async () =>
      call("POST", "upms/user/token", {
        body: {
          name,
          days,
          scopes: isAll ? ["*"] : scopesOf(pages, levels),
          ...(await encrypted({ password })),
        },
      }),
    onSuccess: async (made) => {
      onMade({ name: made.name, token: made.token });
      await client.invalidateQueries(tokensQuery);
    },
    onError: (failure) => {
      const said = faultsOf(failure) ?? {};
      setFaults(said);
      setTimeout(() => focusFirst(said, ["name", "password"]));
    },
  });

  return (
    <form
      className="account-form token-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password === "") {
          const missing = { password: accountText("currentMissing") };
          setFaults(missing);
          focusFirst(missing, ["password"]);
          return;
        }
        make.mutate();
      }}
    >
      <Field
        id="name"
        label={t("tokenName")}
        fault={faults.name}
        hint={t("tokenNameHint")}
      >
        <Input
          {...wiring("name", faults.name)}
          maxLength={50}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            forgetFault("name");
          }}
        />
      </Field>
      <Field id="days" label={t("tokenDays")} fault={faults.days}>
        <Select
          id="days"
          value={days}
          options={lives.map((count) => ({
            value: count,
            label: t("days", { count }),
          }))}
          onChange={setDays}
        />
      </Field>
      <div className="account-field">
        <span id="rights-label">{t("rights")}</span>
        <Segmented
          aria-labelledby="rights-label"
          value={isAll}
          options={[
            { value: false, label: t("rightsChosen") },
            { value: true, label: t("rightsAll") },
          ]}
          onChange={(all) => {
            setAll(all);
            forgetFault("scopes");
          }}
        />
        <p className="account-fault" role="alert">
          {faults.scopes}
        </p>
      </div>
      {!isAll && (
        <ul className="token-pages">
          {pages.map((page) => (
            <li key={page.tree}>
              <span>
                {page.name} <small className="soft">{page.module}</small>
              </span>
              <Segmented
                size="small"
                aria-label={page.name}
                value={levels[page.tree] ?? "none"}
                options={levelsOf(page).map((level) => ({
                  value: level,
                  label: t(level),
                }))}
                onChange={(level) => {
                  setLevels({ ...levels, [page.tree]: level });
                  forgetFault("scopes");
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Field
        id="password"
        label={t("currentPassword")}
        fault={faults.password}
        hint={t("tokenPasswordHint")}
      >
        <Input
          {...wiring("password", faults.password)}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            forgetFault("password");
          }}
        />
      </Field>
      <div className="account-line">
        <Button type="primary" htmlType="submit" loading={make.isPending}>
          {t("makeToken")}
        </Button>
        <Button onClick={onClose}>{ui("cancel")}</Button>
      </div>
    </form>
  );
}
