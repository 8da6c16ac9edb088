import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Form, Input, Segmented, Select } from "antd";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { DayPicker } from "@/ui/day-picker";
import { useFormFaults } from "@/ui/form-faults";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { useClearing } from "@/ui/use-clearing";
import { useRegistrationTexts } from "./texts";
import "./registration.css";

export type Application = Schema<"RegistrationApplication">;

interface Values {
  name: string;
  code?: string;
  factoryName: string;
  zone: string;
  packageId?: string;
  expireDate?: Dayjs | null;
  reason?: string;
}

const dayLength = 86_400_000;

/** Whole days since an instant. */
const daysSince = (instant: string) =>
  Math.floor((Date.now() - Date.parse(instant)) / dayLength);

interface AuditPanelProps {
  application: Application;
  onClose: () => void;
}

/** The audit of a registration: what becomes of it, and who hears of it. */
export function AuditPanel({ application, onClose }: AuditPanelProps) {
  const t = useRegistrationTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<Values>();
  const showFaults = useFormFaults(form);
  const [way, setWay] = useState<"approve" | "refuse">("approve");
  const { id, version, companyName, phoneNum, appliedAt } = application;
  const clearing = useClearing();
  const maySeePackages = useCan("platform.package.check");
  const applicant = useQuery({
    queryKey: ["registration-applicant", id, version],
    queryFn: () =>
      call("GET", "platform/registration/applicant", { query: { id } }),
  });
  const packages = useQuery({
    queryKey: ["list", "tenant_package", "of-audit"],
    queryFn: () =>
      call("GET", "platform/package", { query: { size: 500, sort: "name" } }),
    enabled: maySeePackages,
  });
  const waited = appliedAt ? daysSince(appliedAt) : 0;

  const audit = useMutation({
    meta: { showsFields: true },
    mutationFn: ({ expireDate, reason, ...values }: Values) =>
      way === "refuse"
        ? call("POST", "platform/registration/refuse", {
            body: { id, version, reason: reason ?? "" },
          })
        : call("POST", "platform/registration/approve", {
            body: {
              id,
              version,
              ...values,
              ...(expireDate && {
                expireDate: expireDate.format("YYYY-MM-DD"),
              }),
            },
          }),
    async onSuccess({ told }) {
      await client.invalidateQueries({
        predicate: ({ queryKey: [kind, entity] }) =>
          (kind === "list" || kind === "row") &&
          (entity === "registration" || entity === "tenant"),
      });
      if (told) {
        void message.success(t("told"));
      } else {
        modal.warning({ title: t("phone", { phone: phoneNum }) });
      }
      onClose();
    },
    onError(failure) {
      const first = showFaults(failure);
      if (first) {
        // When the fields are open again: a disabled one takes no focus.
        setTimeout(() => form.focusField(first));
      }
    },
  });

  return (
    <SidePanel
      title={t("auditTitle", { name: companyName })}
      closeLabel={ui("close")}
      onClose={onClose}
    >
      <dl className="registration-facts numbers">
        <dt>{t("contact")}</dt>
        <dd>{application.realName || "—"}</dd>
        <dt>{t("phoneNum")}</dt>
        <dd>
          {phoneNum}
          {applicant.data?.hasAccount && (
            <div className="registration-known">{t("hasAccount")}</div>
          )}
        </dd>
        <dt>{t("appliedAt")}</dt>
        <dd>
          {formatInstant(appliedAt, zone)}{" "}
          <span className={waited >= 2 ? "registration-late" : "soft"}>
            {waited > 0 ? t("waitsDays", { count: waited }) : t("waitsToday")}
          </span>
        </dd>
      </dl>
      <Segmented
        className="registration-choice"
        value={way}
        onChange={setWay}
        options={[
          { value: "approve", label: t("approve") },
          { value: "refuse", label: t("refuse") },
        ]}
      />
      <p className="soft">
        {t(way === "approve" ? "approveLead" : "refuseLead")}
      </p>
      <Form
        form={form}
        layout="vertical"
        disabled={audit.isPending}
        initialValues={{
          name: companyName,
          factoryName: companyName,
          zone: "Asia/Shanghai",
        }}
        onFinish={(values) => audit.mutate(values)}
      >
        {way === "approve" ? (
          <>
            <Form.Item name="name" label={t("tenantName")} required>
              <Input maxLength={50} />
            </Form.Item>
            <Form.Item name="code" label={t("code")} extra={t("codeHint")}>
              <Input maxLength={30} />
            </Form.Item>
            <Form.Item name="factoryName" label={t("factoryName")} required>
              <Input maxLength={50} />
            </Form.Item>
            <Form.Item name="zone" label={t("zone")} required>
              <Select
                showSearch
                options={Intl.supportedValuesOf("timeZone").map((value) => ({
                  value,
                }))}
              />
            </Form.Item>
            {maySeePackages && (
              <Form.Item
                name="packageId"
                label={t("package")}
                extra={t("packageHint")}
              >
                <Select
                  allowClear={clearing}
                  showSearch={{ optionFilterProp: "label" }}
                  loading={packages.isPending}
                  options={(packages.data?.rows ?? []).map(
                    ({ id: value, name }) => ({ value, label: name }),
                  )}
                />
              </Form.Item>
            )}
            <Form.Item
              name="expireDate"
              label={t("expireDate")}
              extra={t("expireHint")}
            >
              <DayPicker className="field-fill" />
            </Form.Item>
          </>
        ) : (
          <Form.Item
            name="reason"
            label={t("reason")}
            required
            rules={[
              { required: true, whitespace: true, message: t("reasonMissing") },
            ]}
          >
            <Input.TextArea rows={4} maxLength={200} showCount />
          </Form.Item>
        )}
        <Button
          type="primary"
          danger={way === "refuse"}
          htmlType="submit"
          loading={audit.isPending}
        >
          {t(way)}
        </Button>
      </Form>
    </SidePanel>
  );
}
