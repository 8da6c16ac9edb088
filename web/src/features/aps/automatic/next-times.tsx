import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import { Failure } from "@/ui/failure";
import { useAutoTexts } from "./auto-texts";
import { useWhen } from "./use-when";

/** Times one below the other. */
export function Times({ times, zone }: { times: string[]; zone: string }) {
  const t = useAutoTexts();
  const when = useWhen(zone);
  return times.length === 0 ? (
    <p className="soft">{t("timesNone")}</p>
  ) : (
    <ol className="auto-times numbers">
      {times.map((time) => (
        <li key={time}>{when(time)}</li>
      ))}
    </ol>
  );
}

/** The next times of an expression, while it is being chosen. */
export function NextTimes(props: { expression: string; zone: string }) {
  const { expression, zone } = props;
  const t = useAutoTexts();
  const found = useQuery({
    queryKey: ["auto-times", expression],
    queryFn: () =>
      call(
        "POST",
        "aps/automaticScheduling/getExecutionTimeByCronExpression.do",
        { body: { cronExpression: expression } },
      ),
    enabled: expression !== "",
    placeholderData: (previous) => (expression ? previous : undefined),
    meta: { showsFields: true },
    retry: false,
  });
  return (
    <section className="auto-preview" aria-label={t("preview")}>
      <h3>{t("preview")}</h3>
      {expression === "" ? (
        <p className="soft">{t("previewNeeds")}</p>
      ) : (
        <>
          {found.isError && (
            <Failure of={found.error} onRetry={() => void found.refetch()} />
          )}
          {found.data && <Times times={found.data.times} zone={zone} />}
          <p className="soft auto-expression">
            {t("expression")} <code>{expression}</code>
          </p>
        </>
      )}
    </section>
  );
}
