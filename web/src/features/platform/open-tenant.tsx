import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input, Select, Typography } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useCallback } from "react";
import { call } from "@/api/call";
import { DraftNote } from "@/resource/draft-note";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { DayPicker } from "@/ui/day-picker";
import { useFormFaults } from "@/ui/form-faults";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { longestPhone, readPhone } from "@/verify/phone";
import { usePlatformTexts } from "./texts";

interface Values {
  code: string;
  name: string;
  tenantType: 0 | 1;
  factoryName?: string;
  zone: string;
  expireDate?: Dayjs | null;
  realName: string;
  phoneNum: string;
}

const enterprise = 0 as const;
const personal = 1 as const;

const nobody = { tenantType: enterprise, zone: "Asia/Shanghai" };

/** As JSON keeps it. */
interface Kept extends Partial<Omit<Values, "expireDate">> {
  expireDate?: string | null;
}

/** A company, or a person, joins the platform: with its first factory and its administrator. */
export function OpenTenant({ onClose }: { onClose: () => void }) {
  const t = usePlatformTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const showFaults = useFormFaults(form);
  const type = Form.useWatch("tenantType", form);

  const draft = useDraft<Kept>("open-tenant");
  const { restored } = draft;

  const open = useMutation({
    meta: { showsFields: true },
    mutationFn: ({ expireDate, ...values }: Values) =>
      call("POST", "platform/tenant/open", {
        body: {
          ...values,
          ...(expireDate && { expireDate: expireDate.format("YYYY-MM-DD") }),
        },
      }),
    onSuccess: () => {
      draft.keep(null);
      return client.invalidateQueries({ queryKey: ["list", "tenant"] });
    },
    onError(failure) {
      const first = showFaults(failure);
      if (first) {
        // When the fields are open again: a disabled one takes no focus.
        setTimeout(() => form.focusField(first));
      }
    },
  });

  const isOpened = open.isSuccess;
  useDirtyGuard(
    useCallback(
      () => !isOpened && (form.isFieldsTouched() || restored !== null),
      [isOpened, form, restored],
    ),
  );

  return (
    <SidePanel
      title={t("open")}
      closeLabel={ui("close")}
      onClose={onClose}
      stays={Boolean(open.data?.password)}
    >
      {open.data ? (
        <section role="status">
          <p>{t("opened", { name: open.variables.name })}</p>
          {open.data.password ? (
            <>
              <p>{t("password")}</p>
              <p>
                <Typography.Text code copyable>
                  {open.data.password}
                </Typography.Text>
              </p>
            </>
          ) : (
            <p>{t("knownPhone")}</p>
          )}
          <Button type="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </section>
      ) : (
        <Form
          form={form}
          layout="vertical"
          disabled={open.isPending}
          initialValues={{
            ...nobody,
            ...restored,
            expireDate: restored?.expireDate
              ? dayjs(restored.expireDate)
              : null,
          }}
          onValuesChange={(_changed, { expireDate, ...typed }: Values) =>
            draft.keep({
              ...typed,
              expireDate: expireDate?.format("YYYY-MM-DD") ?? null,
            })
          }
          onFinish={(values) => open.mutate(values)}
        >
          {restored && (
            <DraftNote
              onDrop={() => {
                draft.drop();
                form.setFieldsValue({
                  ...Object.fromEntries(
                    Object.keys(form.getFieldsValue()).map((name) => [
                      name,
                      undefined,
                    ]),
                  ),
                  ...nobody,
                });
              }}
            />
          )}
          <Form.Item
            name="code"
            label={t("code")}
            extra={t("codeHint")}
            required
          >
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="name" label={t("name")} required>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="tenantType" label={t("tenantType")} required>
            <Select
              options={[
                { value: enterprise, label: t("enterprise") },
                { value: personal, label: t("personal") },
              ]}
            />
          </Form.Item>
          {type !== personal && (
            <Form.Item name="factoryName" label={t("factoryName")} required>
              <Input maxLength={50} />
            </Form.Item>
          )}
          <Form.Item
            name="zone"
            label={t("zone")}
            extra={t("zoneHint")}
            required
          >
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item
            name="expireDate"
            label={t("expireDate")}
            extra={t("expireHint")}
          >
            <DayPicker className="field-fill" />
          </Form.Item>
          <Form.Item name="realName" label={t("realName")} required>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="phoneNum" label={t("phoneNum")} required>
            <Input
              maxLength={longestPhone}
              inputMode="tel"
              onBlur={(event) =>
                form.setFieldValue("phoneNum", readPhone(event.target.value))
              }
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={open.isPending}>
            {t("open")}
          </Button>
        </Form>
      )}
    </SidePanel>
  );
}
