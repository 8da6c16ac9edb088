import { Navigate, useParams } from "react-router";
import { ResourcePage } from "@/resource/resource-page";
import { NewUser } from "./new-user";
import { UserActions } from "./user-actions";
import { UserPhoto } from "./user-photo";

const home = "/settings/user";

/** The list of the company's people; a record may be invited again, disabled or given another password. */
export function UsersPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <ResourcePage
      entity="user"
      home={home}
      openId={id}
      record={{
        above: (row) => (
          <div className="user-above">
            <UserPhoto user={row} />
            <UserActions user={row} />
          </div>
        ),
        created: (saved) => <NewUser added={saved} />,
      }}
    />
  );
}

/** The menu's way to the form of a new one. */
export function AddUserPage() {
  return <Navigate to={`${home}/new`} replace />;
}
