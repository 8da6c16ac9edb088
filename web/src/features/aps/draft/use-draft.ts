import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { ApiFailure } from "@/api/reply";
import { can } from "@/session/session";
import type { PlanChange } from "./preview";

export type DraftView = Schema<"ApsDraftView">;

export type DraftStep = Schema<"ApsDraftStep">;

/** What a person has changed of a plan and not kept: the changes that count, in their order, and the plan that they are meant for. */
export interface Draft extends DraftView {
  changes: PlanChange[];
}

const path = (scheduleId: string) => ({ query: { scheduleId } });

/** Its key is below the schedules: whatever changes these may leave the draft behind. */
const draftQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: ["schedules", "draft", scheduleId],
    queryFn: () => call("GET", "aps/draft/{scheduleId}", path(scheduleId)),
  });

/** What may be done with a draft; each names the version that was read. */
type Act = (draft: DraftView) => Promise<DraftView>;

/** The draft of whoever looks, for a schedule. Who may change no plan has none. */
export function useDraft(scheduleId: string) {
  const client = useQueryClient();
  const asked = draftQuery(scheduleId);
  const { queryKey } = asked;
  const query = useQuery({
    ...asked,
    enabled: scheduleId !== "" && can("aps.schedule.modify"),
    // It may be changed on another page or device.
    refetchOnWindowFocus: "always",
  });
  const seen = query.data;
  const draft = useMemo<Draft | undefined>(
    () =>
      seen && {
        ...seen,
        changes: seen.steps.slice(0, seen.done).flatMap((step) => step.changes),
      },
    [seen],
  );
  const act = useMutation({
    mutationFn: async (act: Act) =>
      act(client.getQueryData(queryKey) ?? (await client.fetchQuery(asked))),
    onSuccess: (after) => client.setQueryData(queryKey, after),
    onError: (failure) => {
      if (isStale(failure)) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return {
    draft,
    act,
    /** Adds changes as one step: they are undone together. */
    add: (changes: PlanChange[], planId?: string) =>
      act.mutateAsync(({ version, planId: of, newestId }) =>
        call("POST", "aps/draft/{scheduleId}/add", {
          ...path(scheduleId),
          body: { planId: planId ?? (of || newestId), version, changes },
        }),
      ),
  };
}

/** So many steps count from now on. */
export const stepTo =
  (scheduleId: string, done: number): Act =>
  ({ version }) =>
    call("POST", "aps/draft/{scheduleId}/step", {
      ...path(scheduleId),
      body: { version, done },
    });

/** Takes one step out, 1 for the first. */
export const removeStep =
  (scheduleId: string, step: number): Act =>
  ({ version }) =>
    call("POST", "aps/draft/{scheduleId}/remove", {
      ...path(scheduleId),
      body: { version, step },
    });

const withVersion =
  (verb: "rebase" | "dismiss" | "discard") =>
  (scheduleId: string): Act =>
  ({ version }) =>
    call("POST", `aps/draft/{scheduleId}/${verb}`, {
      ...path(scheduleId),
      body: { version },
    });

/** Brings the draft to the newest plan. */
export const rebase = withVersion("rebase");

/** Forgets what the newest plan does not take. */
export const dismissLeft = withVersion("dismiss");

/** Forgets all of it. */
export const discard = withVersion("discard");

/** Makes a new plan of it. */
export const keepDraft = (scheduleId: string, version: number) =>
  call("POST", "aps/draft/{scheduleId}/keep", {
    ...path(scheduleId),
    body: { version },
  });

/** Somebody, or the same person elsewhere, was faster. */
export const isStale = (failure: unknown) =>
  failure instanceof ApiFailure && failure.reply.code === 20009;
