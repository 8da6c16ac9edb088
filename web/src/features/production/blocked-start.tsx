import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useCan, useZone } from "@/session/session";
import {
  titleOf,
  type Blocked,
  type Reason,
  type Turn,
} from "./progress-model";
import { useProgressTexts } from "./progress-texts";
import { ReasonDialog } from "./reason-dialog";
import { faultsOf } from "./report-faults";
import { owner, type Kept } from "./kept-place";
import { newKey, sendOrKeep } from "./report-queue";

/** The reason that says nothing by itself. */
const otherReason = 8;

interface TellBlockedProps {
  turn: Turn;
  batchId: string;
  reasons: Reason[];
  onClose: () => void;
}

/** Says that an operation cannot begin, and why: planners read it at once. */
export function TellBlocked(props: TellBlockedProps) {
  const { turn, batchId, reasons, onClose } = props;
  const t = useProgressTexts();
  const { say } = useLanguage();
  const client = useQueryClient();
  const { message } = App.useApp();
  const tell = useMutation({
    meta: { quiet: true, showsFields: true },
    async mutationFn({ reason, remark }: { reason: number; remark: string }) {
      const body = {
        ...{ operationId: turn.operationId, key: newKey() },
        reason: reason as 1,
        ...(batchId && { batchId }),
        ...(remark && { remark }),
      };
      const one: Kept = {
        ...{ kind: "block", key: body.key, owner: owner(), body },
        ...{ title: titleOf(turn), at: new Date().toISOString() },
      };
      return sendOrKeep(
        one,
        (once) => once(() => call("POST", "mf/blockedStart", { body })),
        {
          onLate: () =>
            client.invalidateQueries({ queryKey: ["dispatch", "list"] }),
        },
      );
    },
    onSuccess(how) {
      void message[how === "sent" ? "success" : "info"](
        t(how === "sent" ? "blockedTold" : "willBeSent"),
      );
      void client.invalidateQueries({ queryKey: ["dispatch", "list"] });
      onClose();
    },
  });
  const faults = faultsOf(tell.error, say);
  return (
    <ReasonDialog
      title={t("blockedAsk")}
      reasons={reasons}
      remarkFor={otherReason}
      sendLabel={t("blockedSend")}
      isPending={tell.isPending}
      fault={faults.of("remark") ?? faults.rest}
      onChoose={(reason, remark) => tell.mutate({ reason, remark })}
      onClose={onClose}
    />
  );
}

interface BlockedNoteProps {
  blocked: Blocked;
  reasons: Reason[];
}

/** Why an operation cannot begin: whoever told it takes it back, a planner answers. */
export function BlockedNote({ blocked, reasons }: BlockedNoteProps) {
  const t = useProgressTexts();
  const zone = useZone();
  const { say } = useLanguage();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayAnswer = useCan("mf.progress.remove");
  const mayTell = useCan("mf.progress.modify");
  const [words, setWords] = useState("");
  const { id } = blocked;
  const end = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (verb: "answer" | "takeBack") =>
      verb === "answer"
        ? call("POST", "mf/blockedStart/answer", {
            body: { id, answer: words.trim() },
          })
        : call("POST", "mf/blockedStart/takeBack", { body: { id } }),
    onSuccess(_, verb) {
      void message.success(
        t(verb === "answer" ? "answered" : "blockedTakenBack"),
      );
    },
    // Somebody else may have ended it: the list tells how it stands.
    onSettled: () =>
      client.invalidateQueries({ queryKey: ["dispatch", "list"] }),
  });
  const faults = faultsOf(end.error, say);
  const reason = reasons.find(({ value }) => value === blocked.reason);
  return (
    <section className="floor-blocked" aria-label={t("blockedShort")}>
      <p>
        <b>{t("blockedBecause", { why: reason ? say(reason.text) : "" })}</b>
        {blocked.remark && ` · ${blocked.remark}`}
      </p>
      <p className="soft">
        {blocked.reporter} ·{" "}
        <span className="numbers">{formatInstant(blocked.toldAt, zone)}</span>
      </p>
      {mayAnswer && (
        <form
          className="floor-answer"
          onSubmit={(event) => {
            event.preventDefault();
            end.mutate("answer");
          }}
        >
          <Input
            size="large"
            aria-label={t("answer")}
            placeholder={t("answerHint")}
            maxLength={200}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button
            size="large"
            htmlType="submit"
            type="primary"
            loading={end.isPending && end.variables === "answer"}
            disabled={words.trim() === "" || end.isPending}
          >
            {t("answer")}
          </Button>
        </form>
      )}
      {mayTell && (blocked.own || mayAnswer) && (
        <Button
          loading={end.isPending && end.variables === "takeBack"}
          disabled={end.isPending}
          onClick={() => end.mutate("takeBack")}
        >
          {t("takeBack")}
        </Button>
      )}
      <p role="alert" className="floor-fault">
        {faults.of("answer") ?? faults.rest}
      </p>
    </section>
  );
}
