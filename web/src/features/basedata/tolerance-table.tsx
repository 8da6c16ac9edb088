import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import { FieldInput } from "@/resource/field-input";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** The class of general tolerances, and below it what each class permits by nominal size. */
export function ToleranceTable(props: FieldInputProps) {
  const t = useBasedataTexts();
  const { data } = useQuery({
    queryKey: ["tolerance-table"],
    queryFn: ({ signal }) => call("GET", "bms/tolerance-table", { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return (
    <>
      <FieldInput {...props} />
      {data && (
        <table className="tolerances numbers">
          <caption className="soft">{t("tolerances")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("nominalSize")}</th>
              {data.classes.map(({ class: of, letter }) => (
                <th
                  key={of}
                  scope="col"
                  aria-current={props.value === of || undefined}
                >
                  {letter.toLowerCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.sizes.map((size, at) => (
              <tr key={size}>
                <th scope="row">
                  {data.sizes[at - 1] ?? 0.5}–{size}
                </th>
                {data.classes.map(({ class: of, deviations }) => (
                  <td key={of} aria-current={props.value === of || undefined}>
                    {deviations[at] ? `±${deviations[at]}` : "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
