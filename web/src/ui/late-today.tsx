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
  },
  {
    short: "{{count}} today",
    wide: "{{count}} late by the dates of today",
    late: "Moulds late by the dates of today: {{count}}. Counted otherwise by the plan: {{names}}",
    carriedLate:
      "Moulds carried over and late by the dates of today: {{count}}. Counted otherwise by the plan: {{names}}",
  },
);

/** What a plan in force would count by the dates of today. */
export interface LateToday {
  late: number;
  carriedLate: number;
  /** Numbers of the moulds that the plan counts otherwise. */
  moulds: string[];
}

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
  if (agrees(of) && !(of === "late" && agrees("carriedLate"))) {
    return null;
  }
  const count = today[of];
  return (
    <small
      className="soft"
      title={t(of, { count, names: joined(today.moulds) })}
    >
      {t(isWide ? "wide" : "short", { count })}
    </small>
  );
}
