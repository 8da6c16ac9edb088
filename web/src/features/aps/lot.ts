/** The part of a task, with its batch where it has one. */
export const lotOf = (task: { partNo: string; batchNo?: string }) =>
  task.batchNo ? `${task.partNo}/${task.batchNo}` : task.partNo;
