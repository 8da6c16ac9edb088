import { defineTexts } from "@/i18n/define-texts";
import { joined } from "@/i18n/joined";

const { useTexts } = defineTexts(
  "late-today",
  {
    short: "今天 {{count}}",
    wide: "按今天的交期延期 {{count}}",
    late: "按今天的交期，延期模具：{{count}}。与排程时不同的模具：{{names}}",
    carriedLate:
      "按今天的交期，沿用的延期模具：{{count}}。与排程时不同的模具：{{names}}",
    parts: "今天零件 {{count}}",
    ofParts:
      "按今天的交期，延期的强制交期零件：{{count}}。与排程时不同的零件：{{names}}",
  },
  {
    short: "{{count}} today",
    wide: "{{count}} late by the dates of today",
    late: "Moulds late by the dates of today: {{count}}. Counted otherwise by the plan: {{names}}",
    carriedLate:
      "Moulds carried over and late by the dates of today: {{count}}. Counted otherwise by the plan: {{names}}",
    parts: "parts: {{count}} today",
    ofParts:
      "Forced deliveries late by the dates of today: {{count}}. Counted otherwise by the plan: {{names}}",
  },
);

/** What a plan in force would count by the dates of today. */
export interface LateToday {
  late: number;
  carriedLate: number;
  /** Numbers of the moulds that the plan counts otherwise. */
  moulds: string[];
  /** Parts with a due date of their own, and those of them that the plan counts otherwise. */
  forcedLate: number;
  lateParts: PartLot[];
  onTimeParts: PartLot[];
}

interface PartLot {
  mouldNo: string;
  partNo: string;
  batchNo: string;
}

/** A part as lists name it: mould / part, with its batch. */
export const partNames = (parts: PartLot[]) =>
  joined(
    parts.map(({ mouldNo, partNo, batchNo }) =>
      [mouldNo, partNo, batchNo].filter(Boolean).join("/"),
    ),
  );

interface LateTodayBesideProps {
  /** A row with the counts of its plan; its figures rest on the dates of the run. */
  row: { late: number; carriedLate: number; today?: LateToday | null };
  /** The count beside which it stands. */
  of: "late" | "carriedLate";
  /** In a sentence, not below a heading that says what is counted. */
  isWide?: boolean;
}

/** Beside a count of late moulds, what it is by the dates of today; nothing where both agree. */
export function LateTodayBeside({ row, of, isWide }: LateTodayBesideProps) {
  const t = useTexts();
  const { today } = row;
  if (!today) {
    return null;
  }
  // As many moulds may be late, and not the same ones: that stands beside the first count.
  const agrees = (key: typeof of) => today[key] === row[key];
  const isSame =
    agrees(of) &&
    !(of === "late" && agrees("carriedLate") && today.moulds.length > 0);
  const parts = [...today.lateParts, ...today.onTimeParts];
  const count = today[of];
  return (
    <>
      {!isSame && (
        <small
          className="soft"
          title={t(of, { count, names: joined(today.moulds) })}
        >
          {t(isWide ? "wide" : "short", { count })}
        </small>
      )}
      {of === "late" && parts.length > 0 && (
        <small
          className="soft"
          title={t("ofParts", {
            count: today.forcedLate,
            names: partNames(parts),
          })}
        >
          {t("parts", { count: today.forcedLate })}
        </small>
      )}
    </>
  );
}
