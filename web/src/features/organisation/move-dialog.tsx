import { Modal, Select } from "antd";
import { useState } from "react";
import { useUiTexts } from "@/ui/texts";
import { within, type Department } from "./department-tree";
import { useOrganisationTexts } from "./texts";

interface MoveDialogProps {
  department: Department;
  rows: Department[];
  onMove: (parentId: string) => void;
  onClose: () => void;
}

/** The way to another parent without dragging. */
export function MoveDialog(props: MoveDialogProps) {
  const { department, rows, onMove, onClose } = props;
  const t = useOrganisationTexts();
  const ui = useUiTexts();
  const [parent, setParent] = useState(department.parentId);
  const own = within(rows, department.id);
  const title = t("moveTitle", { name: department.name });
  return (
    <Modal
      open
      title={title}
      okText={t("move")}
      cancelText={ui("cancel")}
      onOk={() => onMove(parent)}
      onCancel={onClose}
    >
      <Select
        aria-label={title}
        style={{ width: "100%" }}
        value={parent}
        onChange={setParent}
        showSearch
        optionFilterProp="label"
        options={[
          { value: "", label: t("top") },
          ...rows
            .filter(({ id }) => !own.has(id))
            .map(({ id, code, name }) => ({
              value: id,
              label: `${code} ${name}`,
            })),
        ]}
      />
    </Modal>
  );
}
