import { Button, InputNumber, Select } from "antd";
import { useState } from "react";
import { RecordName } from "@/ui/record-name";
import { Dialog } from "@/ui/dialog";
import { useUiTexts } from "@/ui/texts";
import { useBatchTexts } from "./batch-texts";
import type { BatchRow } from "./use-batch-list";

interface ApplyProps {
  rows: BatchRow[];
  suppliers: { id: string; name: string }[];
  onClose: () => void;
  onApply: (supplierId: string) => void;
}

/** Asks to whom chosen batches go. */
export function ApplyDialog({ rows, suppliers, onClose, onApply }: ApplyProps) {
  const t = useBatchTexts();
  const ui = useUiTexts();
  const [supplier, setSupplier] = useState("");
  return (
    <Dialog
      title={t("applyTitle", { count: rows.length })}
      className="batch-dialog"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onApply(supplier);
        }}
      >
        <p>{t("applyHint")}</p>
        <label className="batch-field">
          {t("supplier")}
          <Select
            data-first
            aria-label={t("supplier")}
            value={supplier}
            onChange={setSupplier}
            showSearch={{ optionFilterProp: "label" }}
            getPopupContainer={(at: HTMLElement) => at.closest("dialog")!}
            options={[
              { value: "", label: t("ownSupplier") },
              ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            labelRender={({ label }) =>
              typeof label === "string" ? (
                <RecordName>{label}</RecordName>
              ) : (
                label
              )
            }
          />
        </label>
        <p className="aps-choices">
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="primary" htmlType="submit">
            {t("apply")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

interface SplitProps {
  row: BatchRow;
  onClose: () => void;
  onDispatch: (qty: number) => void;
}

/** Asks how many pieces go into a new batch. */
export function SplitDialog({ row, onClose, onDispatch }: SplitProps) {
  const t = useBatchTexts();
  const ui = useUiTexts();
  const [qty, setQty] = useState<number | null>(row.qty);
  return (
    <Dialog
      title={t("dispatchTitle", { name: `${row.mouldNo} / ${row.partNo}` })}
      className="batch-dialog"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (qty) {
            onDispatch(qty);
          }
        }}
      >
        <p>{t("dispatchHint", { count: row.qty })}</p>
        <label className="batch-field">
          {t("dispatchQty")}
          <InputNumber
            data-first
            aria-label={t("dispatchQty")}
            value={qty}
            min={1}
            max={row.qty}
            precision={0}
            onChange={setQty}
          />
        </label>
        <p className="aps-choices">
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="primary" htmlType="submit" disabled={!qty}>
            {t("dispatch")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
