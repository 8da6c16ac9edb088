import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "antd";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { joined } from "@/i18n/joined";
import { useLanguage } from "@/i18n/language";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { PermissionTable } from "./permission-table";
import { rightsQuery, type Effective } from "./role-queries";
import { useRoleTexts } from "./texts";
import { blocksOf, grantedIn, narrowed } from "./ticks";
import "./roles.css";

/** What somebody may do, page by page, each operation with the roles that give it. */
export function RightsPage() {
  const { id = "" } = useParams<{ id: string }>();
  const t = useRoleTexts();
  const { data, error, refetch } = useQuery(rightsQuery(id));
  return (
    <Page
      title={data ? t("rightsOf", { name: data.member.realName }) : t("rights")}
      tools={<Link to={`/settings/user/${id}`}>{t("toUser")}</Link>}
    >
      {data ? (
        <Rights key={id} of={data} />
      ) : error ? (
        <Failure of={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Rights({ of }: { of: Effective }) {
  const t = useRoleTexts();
  const { say } = useLanguage();
  const [search, setSearch] = useState("");
  const [withMissing, setWithMissing] = useState(false);
  const blocks = useMemo(() => blocksOf(of), [of]);
  const granted = useMemo(() => new Set(grantedIn(of)), [of]);
  const numbers = new Map(of.roles.map(({ id }, at) => [id, at + 1]));
  const names = new Map(of.roles.map(({ id, name }) => [id, say(name)]));
  const bound = of.bound.filter(({ things }) => things.length > 0);
  const shown = narrowed(blocks, search, withMissing ? null : granted);

  /** The numbers of the roles that give something, in the order of the list above. */
  const marks = (by: string[] | undefined) => (
    <span className="roles-marks" aria-hidden>
      {by?.map((id) => (
        <b key={id}>{numbers.get(id)}</b>
      ))}
    </span>
  );
  const givenBy = (what: string, by: string[] | undefined) =>
    by
      ? t("givenBy", {
          what,
          names: joined(by.map((id) => names.get(id) ?? "")),
        })
      : t("notGiven", { what });

  return (
    <div className="roles-menu">
      <ol className="roles-legend" aria-label={t("roles")}>
        {of.roles.map(({ id, name, valid }) => (
          <li key={id} className={valid ? undefined : "soft"}>
            {marks([id])}
            <Link to={`/settings/role-menu?id=${encodeURIComponent(id)}`}>
              {say(name)}
            </Link>
            {!valid && <small>{t("invalid")}</small>}
          </li>
        ))}
      </ol>
      {of.roles.length === 0 && <p className="soft">{t("noRole")}</p>}
      <div className="roles-bar">
        <SearchInput value={search} onChange={setSearch} />
        <Checkbox
          checked={withMissing}
          onChange={(event) => setWithMissing(event.target.checked)}
        >
          {t("withMissing")}
        </Checkbox>
        <span className="soft numbers" role="status">
          {t("granted", { count: granted.size })}
        </span>
      </div>
      {bound.length > 0 && (
        <dl className="roles-bound">
          {bound.map(({ kind, name, things }) => (
            <div key={kind}>
              <dt>{say(name)}</dt>
              {things.map((thing) => {
                const what = joined(
                  [say(thing.of), say(thing.name)].filter(Boolean),
                );
                return (
                  <dd key={thing.key} title={givenBy(what, thing.by)}>
                    {what} {marks(thing.by)}
                  </dd>
                );
              })}
            </div>
          ))}
        </dl>
      )}
      {shown.length > 0 ? (
        <PermissionTable
          label={t("rights")}
          blocks={shown}
          cell={({ name, operations: [one], text, isWhole }) =>
            isWhole ? (
              text
            ) : (
              <span
                role="img"
                className={one?.granted ? "roles-right" : "roles-right soft"}
                aria-label={givenBy(name, one?.by)}
                title={givenBy(name, one?.by)}
              >
                {text}
                {one?.granted ? marks(one.by) : <span>·</span>}
              </span>
            )
          }
        />
      ) : (
        <p className="soft">
          {t(granted.size > 0 ? "nothingFound" : "noRight")}
        </p>
      )}
    </div>
  );
}
