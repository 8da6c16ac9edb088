import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useCallback, useEffect, useState } from "react";
import { call } from "@/api/call";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useUiTexts } from "@/ui/texts";
import { SmsDialog } from "@/verify/sms-dialog";
import { faultsOf, focusFirst, useFaults, type Faults } from "@/ui/faults";
import { Field, wiring } from "./field";
import { encrypted } from "./passwords";
import { profileQuery } from "./profile";
import { isPhone, longestPhone, readPhone } from "@/verify/phone";
import { accountText, useAccountTexts } from "./texts";

interface PhoneFormProps {
  name: string;
  onClose: () => void;
}

const fields = ["newPhone", "phonePassword"] as const;

/** A new phone: the password of the account, then a code to the new number. */
export function PhoneForm({ name, onClose }: PhoneFormProps) {
  const t = useAccountTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [phone, setPhone] = useState("");
  const [password, setPassword] = useState("");
  const [faults, setFaults, forgetFault] = useFaults();
  const [isVerifying, setVerifying] = useState(false);
  const isTyped = Boolean(phone || password);
  useDirtyGuard(
    useCallback(() => isTyped, [isTyped]),
    "tab",
  );
  useEffect(() => document.getElementById("newPhone")?.focus(), []);

  function verify() {
    const wrong: Faults = {
      ...(!isPhone(readPhone(phone)) && {
        newPhone: accountText("phoneFormat"),
      }),
      ...(!password && { phonePassword: accountText("currentMissing") }),
    };
    setFaults(wrong);
    focusFirst(wrong, fields);
    setVerifying(Object.keys(wrong).length === 0);
  }

  async function change(phoneCode: string) {
    try {
      const secrets = await encrypted({ password });
      const { phoneNum } = await call("POST", "upms/user/phone", {
        body: { phoneNum: phone, phoneCode, ...secrets },
      });
      setVerifying(false);
      void message.success(t("phoneChanged", { phone: phoneNum }));
      await client.invalidateQueries(profileQuery);
      onClose();
    } catch (failure) {
      const said = faultsOf(failure);
      if (!said || said.phoneCode) {
        throw failure; // the dialog says it at the code
      }
      // The number or the password is wrong: back to where they were typed.
      setVerifying(false);
      const wrong: Faults = {
        newPhone: said.phoneNum,
        phonePassword: said.password,
      };
      setFaults(wrong);
      setTimeout(() => focusFirst(wrong, fields));
    }
  }

  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        verify();
      }}
    >
      <Field id="newPhone" label={t("newPhone")} fault={faults.newPhone}>
        <Input
          {...wiring("newPhone", faults.newPhone)}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={longestPhone}
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value);
            forgetFault("newPhone");
          }}
          onBlur={() => setPhone(readPhone)}
        />
      </Field>
      <Field
        id="phonePassword"
        label={t("currentPassword")}
        fault={faults.phonePassword}
      >
        <Input
          {...wiring("phonePassword", faults.phonePassword)}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            forgetFault("phonePassword");
          }}
        />
      </Field>
      <div className="account-line">
        <Button type="primary" htmlType="submit">
          {t("verifyPhone")}
        </Button>
        <Button onClick={onClose}>{ui("cancel")}</Button>
      </div>
      <SmsDialog
        open={isVerifying}
        phone={phone}
        accountName={name}
        sendType={3}
        onCode={change}
        onCancel={() => setVerifying(false)}
      />
    </form>
  );
}
