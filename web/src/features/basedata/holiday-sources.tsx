import { Button } from "antd";
import { useRef, useState } from "react";
import type { HolidayLine } from "./calendar-days";
import {
  NoHolidays,
  nextYear,
  readHolidays,
  type Proposal,
} from "./holiday-file";
import { HolidayReview } from "./holiday-review";
import { useBasedataTexts } from "./texts";

const largestFile = 1 << 20;

interface HolidaySourcesProps {
  year: number;
  lines: HolidayLine[];
  onTake: (lines: HolidayLine[], year: number) => void;
}

/** Where a calendar's holidays may come from: the official ones from a file, or those of the year before. */
export function HolidaySources({ year, lines, onTake }: HolidaySourcesProps) {
  const t = useBasedataTexts();
  const file = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<{
    title: string;
    words: string;
    proposals: Proposal[];
    year: number;
  } | null>(null);
  const [says, setSays] = useState("");
  const ofYear = nextYear(lines, year);

  async function read(chosen: File) {
    setSays("");
    if (chosen.size > largestFile) {
      setSays(t("fileTooLarge"));
      return;
    }
    try {
      const proposals = await readHolidays(await chosen.text(), year);
      setShown({
        title: t("fromFile"),
        words: t("fromFileWords", { file: chosen.name }),
        proposals,
        // The year that is shown, if it is in the file.
        year: proposals.some(({ from, to }) =>
          [from, to].some((day) => day!.startsWith(`${year}-`)),
        )
          ? year
          : Number(proposals[0]!.from!.slice(0, 4)),
      });
    } catch (failure) {
      if (!(failure instanceof NoHolidays)) {
        throw failure;
      }
      setSays(t("noHolidays", { file: chosen.name }));
    }
  }

  return (
    <div className="holiday-sources">
      <input
        ref={file}
        type="file"
        hidden
        accept=".ics,text/calendar"
        aria-label={t("fromFile")}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = ""; // the same file may be chosen again
          if (chosen) {
            void read(chosen);
          }
        }}
      />
      <Button size="small" onClick={() => file.current?.click()}>
        {t("fromFile")}
      </Button>
      <Button
        size="small"
        disabled={ofYear.length === 0}
        onClick={() =>
          setShown({
            title: t("copyYear", { year }),
            words: t("copyYearWords", { year: year + 1 }),
            proposals: ofYear,
            year: year + 1,
          })
        }
      >
        {t("copyYear", { year })}
      </Button>
      <span role="alert" className="field-fault">
        {says}
      </span>
      {shown && (
        <HolidayReview
          {...shown}
          lines={lines}
          onTake={(now) => {
            onTake(now, shown.year);
            setShown(null);
          }}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}
