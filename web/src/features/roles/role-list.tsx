import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage } from "@/i18n/language";
import { SearchInput } from "@/ui/search-input";
import { groupsQuery, type Role } from "./role-queries";
import { useRoleTexts } from "./texts";

interface RoleListProps {
  roles: Role[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The roles by their groups (ROLE-04). */
export function RoleList({ roles, chosen, onChoose }: RoleListProps) {
  const t = useRoleTexts();
  const { say } = useLanguage();
  const [search, setSearch] = useState("");
  const groups = useQuery(groupsQuery).data?.rows ?? [];
  const sought = search.trim().toLowerCase();
  const found = roles.filter((role) =>
    [role.code, role.nameZh, role.nameEn].some((text) =>
      text.toLowerCase().includes(sought),
    ),
  );
  const known = new Set(groups.map(({ id }) => id));
  const shelves = [
    ...groups.map(({ id, name }) => ({
      name,
      roles: found.filter(({ groupId }) => groupId === id),
    })),
    {
      name: groups.length > 0 ? t("ungrouped") : "",
      roles: found.filter(({ groupId }) => !known.has(groupId)),
    },
  ].filter((shelf) => shelf.roles.length > 0);
  return (
    <nav className="roles-list" aria-label={t("roles")}>
      <SearchInput value={search} onChange={setSearch} />
      {shelves.map((shelf) => (
        <section key={shelf.name}>
          {shelf.name && <h2>{shelf.name}</h2>}
          <ul>
            {shelf.roles.map((role) => (
              <li key={role.id}>
                <button
                  type="button"
                  aria-current={role.id === chosen ? "true" : undefined}
                  onClick={() => onChoose(role.id)}
                >
                  <span>
                    {say({ zh: role.nameZh, en: role.nameEn || role.nameZh })}
                  </span>
                  <small className="soft">
                    {role.valid ? role.code : `${role.code} · ${t("invalid")}`}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {roles.length > 0 && shelves.length === 0 && (
        <p className="soft">{t("none")}</p>
      )}
    </nav>
  );
}
