import { useSession } from "@/session/session";

/** Whether roles are anything to the person: guests have none, nor have personal users, who work in no factory. */
export function useIsEmployee() {
  return useSession(
    ({ userData }) => !userData?.guest && userData?.factoryId !== "",
  );
}
