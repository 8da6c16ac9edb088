import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "@/api/call";
import { useCan } from "@/session/session";
import { Loading } from "@/ui/loading";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { useOrganisationTexts } from "./texts";

/** Who works in a department; to those who may see the users. */
export function DepartmentPeople({ id }: { id: string }) {
  const t = useOrganisationTexts();
  const mayCheck = useCan("system.user.check");
  const people = useQuery({
    queryKey: ["list", "user", "department", id],
    queryFn: () =>
      call("GET", "upms/user", {
        query: { "f.departmentId": id, size: 500 },
      }),
    enabled: mayCheck,
  });
  if (!mayCheck) {
    return null;
  }
  if (!people.data) {
    return <Loading />;
  }
  const { rows, names } = people.data;
  if (rows.length === 0) {
    return (
      <p className="soft">
        {t("nobody")} <Link to="/settings/user">{t("addPeople")}</Link>
      </p>
    );
  }
  return (
    <div className="organisation-people">
      <table aria-label={t("people")}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("userName")}</th>
            <th scope="col">{t("workNumber")}</th>
            <th scope="col">{t("title")}</th>
            <th scope="col">{t("status")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/settings/user/${row.id}`}>
                  {String(row.realName)}
                </Link>
              </td>
              <td>{String(row.userName)}</td>
              <td className="numbers">{String(row.workNumber)}</td>
              <td>
                <RecordName>{names[String(row.titleId)] ?? ""}</RecordName>
              </td>
              <td>
                <StatusMark meaning={row.enabled ? "done" : "off"}>
                  {t(row.enabled ? "using" : "disabled")}
                </StatusMark>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
