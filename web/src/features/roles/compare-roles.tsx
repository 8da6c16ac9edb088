import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/call";
import { useLanguage } from "@/i18n/language";
import { Dialog } from "@/ui/dialog";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import type { Role } from "./role-queries";
import { useRoleTexts } from "./texts";

interface CompareRolesProps {
  role: Role;
  roles: Role[];
  onClose: () => void;
}

/** What one of two roles permits and the other does not. */
export function CompareRoles({ role, roles, onClose }: CompareRolesProps) {
  const t = useRoleTexts();
  const { say } = useLanguage();
  const others = roles.filter(({ id }) => id !== role.id);
  const [other, setOther] = useState(others[0]!.id);
  const { data, error, refetch } = useQuery({
    queryKey: ["list", "role", "compare", role.id, other],
    queryFn: () =>
      call("GET", "upms/role/compare", {
        query: { a: role.id, b: other },
      }),
    meta: { quiet: true },
  });
  return (
    <Dialog
      title={t("compareTitle")}
      className="roles-compare"
      onClose={onClose}
    >
      <label className="roles-field">
        {t("with")}
        <select
          data-first
          value={other}
          onChange={(event) => setOther(event.target.value)}
        >
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {say({ zh: one.nameZh, en: one.nameEn || one.nameZh })}
            </option>
          ))}
        </select>
      </label>
      {data ? (
        <>
          <p className="soft numbers">{t("both", { count: data.both })}</p>
          <div className="roles-sides">
            {(
              [
                [data.a, data.scopeA, data.onlyA, "onlyA"],
                [data.b, data.scopeB, data.onlyB, "onlyB"],
              ] as const
            ).map(([side, scope, only, alone]) => (
              <section key={side.id}>
                <h3>
                  {t("onlyIn", { name: say(side.name), count: only.length })}
                </h3>
                <p>{t("scope", { name: say(scope) })}</p>
                {only.length === 0 ? (
                  <p className="soft">{t("same")}</p>
                ) : (
                  <ul>
                    {only.map(({ key, name }) => (
                      <li key={key}>{say(name)}</li>
                    ))}
                  </ul>
                )}
                {data.bound
                  .filter((of) => of[alone].length > 0)
                  .map((of) => (
                    <div key={of.kind.en}>
                      <h4>{say(of.kind)}</h4>
                      <ul>
                        {of[alone].map((name) => (
                          <li key={name.en}>{say(name)}</li>
                        ))}
                      </ul>
                    </div>
                  ))}
              </section>
            ))}
          </div>
        </>
      ) : error ? (
        <Failure of={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
