import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { components } from "@/api/schema.gen";
import type { Row } from "@/resource/metadata";

type Schemas = components["schemas"];

export type PermissionTree = Schemas["AccessPermissionTree"];
export type PermissionPage = Schemas["AccessPermissionPage"];
export type Binding = Schemas["AccessBinding"];
export type Users = Schemas["AccessUsers"];
export type User = Schemas["AccessUser"];
export type Effective = Schemas["AccessEffective"];
export type Difference = Schemas["AccessDifference"];

/** A role as the list shows it. */
export interface Role extends Row {
  code: string;
  nameZh: string;
  nameEn: string;
  groupId: string;
  type: number;
  valid: boolean;
}

export const systemDefined = 2;

const all = { size: 500, sort: "sortOrder" };

export const rolesQuery = queryOptions({
  queryKey: ["list", "role", "all"],
  queryFn: () => call("GET", "upms/role", { query: all }),
});

export const groupsQuery = queryOptions({
  queryKey: ["list", "role-group", "all"],
  queryFn: () =>
    call("GET", "upms/role-group", {
      query: all,
    }),
});

/** What a role permits; a form begins with it. */
export const treeQuery = (id: string) =>
  queryOptions({
    queryKey: ["role-permission", id],
    queryFn: () => call("GET", "upms/role/{id}/permission", { query: { id } }),
    gcTime: 0,
    staleTime: Infinity,
    meta: { base: true, quiet: true },
  });

export const kinds = ["app-menu", "section", "file", "qa"] as const;
export type Kind = (typeof kinds)[number];

/** What is bound to a role beside permissions, kind by kind. */
export const bindingsQuery = (id: string) =>
  queryOptions({
    queryKey: ["role-binding", id],
    queryFn: async () => {
      const list = await Promise.all(
        kinds.map((kind) =>
          call("GET", `upms/role/{id}/${kind}`, { query: { id } }),
        ),
      );
      return Object.fromEntries(
        kinds.map((kind, at) => [kind, list[at]!]),
      ) as Record<Kind, Binding>;
    },
    gcTime: 0,
    staleTime: Infinity,
    meta: { base: true, quiet: true },
  });

// Read again when a role changes, as lists are.
export const usersQuery = (id: string) =>
  queryOptions({
    queryKey: ["list", "role", "users", id],
    queryFn: () => call("GET", "upms/role/{id}/users", { query: { id } }),
    meta: { quiet: true },
  });

/** What somebody may do, and by which roles. */
export const rightsQuery = (member: string) =>
  queryOptions({
    queryKey: ["list", "role", "rights", member],
    queryFn: () =>
      call("GET", "upms/member/{id}/permission", { query: { id: member } }),
    meta: { quiet: true },
  });
