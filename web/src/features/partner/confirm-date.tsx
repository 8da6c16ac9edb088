import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Form, Input, Modal } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { outcomeOfFailure } from "@/api/errors";
import { call } from "@/api/call";
import { dayjsOf } from "@/resource/dayjs-of";
import { DayPicker } from "@/ui/day-picker";
import { useFormFaults } from "@/ui/form-faults";
import { useUiTexts } from "@/ui/texts";
import { dayOf, partOf, promisedOf, type Order } from "./orders";
import { usePartnerTexts } from "./texts";

interface Values {
  promised?: Dayjs | null;
  remark?: string;
}

const longestRemark = 100;

const inWords = (day: Dayjs | Dayjs[] | null | undefined) =>
  dayjsOf(day ?? null)?.format("YYYY-MM-DD");

interface ConfirmDateProps {
  order: Order;
  onClose: () => void;
}

/** Confirms the date of an order, or promises another one. */
export function ConfirmDate({ order, onClose }: ConfirmDateProps) {
  const t = usePartnerTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const showFaults = useFormFaults(form);
  // As it was shown: what changes meanwhile is told before it is confirmed.
  const [seen, setSeen] = useState(order);
  const [isNewer, setNewer] = useState(false);
  const day = inWords(Form.useWatch("promised", form));

  const send = useMutation({
    meta: { showsFields: true },
    mutationFn: ({ promised, remark = "" }: Values) =>
      call("POST", "upms/partner-order/{id}/promise", {
        query: { id: seen.id },
        body: {
          version: seen.version,
          promised: inWords(promised) ?? null,
          remark,
        },
      }),
    onSuccess: () => {
      message.destroy();
      void message.success(t("sent", { order: seen.orderNo }));
      void client.invalidateQueries({ queryKey: ["partner"] });
      onClose();
    },
    onError(failure) {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        setSeen(outcome.conflict.current as unknown as Order);
        setNewer(true);
        void client.invalidateQueries({ queryKey: ["partner"] });
        return;
      }
      const first = showFaults(failure);
      if (first) {
        setTimeout(() => form.focusField(first));
      }
    },
  });

  const { promisedDay, earliestDay } = seen;
  const isPast = promisedDay !== null && promisedDay < earliestDay!;
  return (
    <Modal
      open
      className="partner-dialog"
      title={t(seen.confirmed ? "changeOf" : "confirmOf", {
        order: seen.orderNo,
      })}
      okText={day ? t("send", { day }) : t("sendNone")}
      cancelText={ui("cancel")}
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <div role="alert">
        {isNewer && <p className="partner-newer">{t("newer")}</p>}
      </div>
      <dl className="partner-facts numbers">
        <dt>{t("mouldNo")}</dt>
        <dd>{seen.mouldNo}</dd>
        <dt>{t("part")}</dt>
        <dd>{partOf(seen)}</dd>
        <dt>{t("operation")}</dt>
        <dd>{seen.operation}</dd>
        <dt>{t("quantity")}</dt>
        <dd>
          {t("pieces", { count: seen.quantity })}
          {seen.batch && ` · ${t("batch")} ${seen.batch}`}
        </dd>
        <dt>{t("ordered")}</dt>
        <dd>{dayOf(seen.ordered, seen.zone)}</dd>
        <dt>{t("promised")}</dt>
        <dd>{promisedOf(seen) || t("notPromised")}</dd>
      </dl>
      <Form<Values>
        form={form}
        layout="vertical"
        disabled={send.isPending}
        initialValues={{
          promised: promisedDay && !isPast ? dayjs(promisedDay) : null,
          remark: seen.remark,
        }}
        onFinish={(values) => send.mutate(values)}
      >
        <Form.Item
          name="promised"
          label={t("day")}
          required
          extra={
            isPast
              ? t("passedDay", { day: promisedDay })
              : promisedDay && day && day !== promisedDay
                ? t("otherDay", { day: promisedDay })
                : t("dayHint", { day: earliestDay! })
          }
        >
          <DayPicker
            className="field-fill"
            minDate={dayjs(earliestDay)}
            allowClear={false}
          />
        </Form.Item>
        <Form.Item name="remark" label={t("remark")} extra={t("remarkHint")}>
          <Input.TextArea rows={2} maxLength={longestRemark} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
