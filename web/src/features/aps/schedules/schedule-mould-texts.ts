import { defineTexts } from "@/i18n/define-texts";

/** The words of the moulds in the form of a schedule. */
export const { useTexts: useScheduleMouldTexts } = defineTexts(
  "aps.scheduleMoulds",
  {
    mouldDelivery: "模具交期",
    plannedDelivery: "排程交期",
    plannedDeliveryOf: "{{mould}} 的排程交期",
    pullIn: "提前",
    pullInOf: "{{mould}} 提前到排程交期",
    pullInAbout: "勾选后，该模具按排程交期排，如果它更早",
    mouldDeliveries: "各模具的交期（{{count}}）",
    mouldDeliveriesAbout:
      "每副模具可以定得比模具交期早，不能晚。上面的交期只对勾选“提前”的模具起作用。",
    oneDelivery:
      "可以定得比模具交期早，不能晚；上面的交期直接作用于这一副模具。",
    overdueMoulds:
      "{{count}} 副模具的交期不晚于排程开始，将按延期模具排入：{{names}}",
    noPullIn:
      "有多副模具时，交期只对勾选“提前”的模具起作用；现在没有勾选任何模具。",
    mouldsHint: "留空则在运行时取全部未完成的模具",
    hiddenMoulds: "此排程另有 {{count}} 副您无权查看的模具，保存后仍在排程中。",
    "shut.onHold": "已暂停，不排",
    "shut.finished": "已完成",
    "shut.cancelled": "已取消",
  },
  {
    mouldDelivery: "Mould delivery",
    plannedDelivery: "Planned for",
    plannedDeliveryOf: "Delivery that {{mould}} is planned for",
    pullIn: "Pull in",
    pullInOf: "Pull {{mould}} in to the schedule's delivery",
    pullInAbout:
      "Ticked, the mould is planned for the schedule's delivery where that is earlier",
    mouldDeliveries: "Deliveries of the moulds ({{count}})",
    mouldDeliveriesAbout:
      "A mould may be planned for an earlier date than its delivery, never for a later one. The delivery above holds only for moulds that are ticked “Pull in”.",
    oneDelivery:
      "The mould may be planned for an earlier date than its delivery, never for a later one; the delivery above holds for it.",
    overdueMoulds:
      "The delivery of {{count}} moulds is not later than the start; they will be planned as late: {{names}}",
    overdueMoulds_one:
      "The delivery of {{count}} mould is not later than the start; it will be planned as late: {{names}}",
    noPullIn:
      "With several moulds the delivery holds only for those that are ticked “Pull in”, and none is.",
    mouldsHint: "Empty takes every open mould at the time of the run",
    hiddenMoulds:
      "The schedule holds {{count}} more moulds that you may not see; they stay in it.",
    hiddenMoulds_one:
      "The schedule holds one more mould that you may not see; it stays in it.",
    "shut.onHold": "on hold, unscheduled",
    "shut.finished": "finished",
    "shut.cancelled": "cancelled",
  },
);
