import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, DatePicker, Form, Input, Select, Typography } from "antd";
import type { Dayjs } from "dayjs";
import { useCallback } from "react";
import { call } from "@/api/call";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { showFaults } from "@/ui/faults";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { usePlatformTexts } from "./texts";

interface Values {
  code: string;
  name: string;
  tenantType: number;
  factoryName?: string;
  zone: string;
  expireDate?: Dayjs | null;
  realName: string;
  phoneNum: string;
}

const enterprise = 0;
const personal = 1;

/** A company, or a person, joins the platform: with its first factory and its administrator. */
export function OpenTenant({ onClose }: { onClose: () => void }) {
  const t = usePlatformTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const type = Form.useWatch("tenantType", form);

  const open = useMutation({
    meta: { showsFields: true },
    mutationFn: ({ expireDate, ...values }: Values) =>
      call<{ password: string }>("POST", "platform/tenant/open", {
        body: {
          ...values,
          ...(expireDate && { expireDate: expireDate.format("YYYY-MM-DD") }),
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["list", "tenant"] }),
    onError: (failure) => showFaults(form, failure),
  });

  const isOpened = open.isSuccess;
  useDirtyGuard(
    useCallback(() => !isOpened && form.isFieldsTouched(), [isOpened, form]),
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
          initialValues={{ tenantType: enterprise, zone: "Asia/Shanghai" }}
          onFinish={(values) => open.mutate(values)}
        >
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
            <DatePicker className="field-fill" />
          </Form.Item>
          <Form.Item name="realName" label={t("realName")} required>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="phoneNum" label={t("phoneNum")} required>
            <Input maxLength={15} inputMode="tel" />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={open.isPending}>
            {t("open")}
          </Button>
        </Form>
      )}
    </SidePanel>
  );
}
