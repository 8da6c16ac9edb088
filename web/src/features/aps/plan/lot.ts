/** The part of a task, with its batch where it has one. */
export const lotOf = (task: { partNo: string; batchNo?: string }) =>
  task.batchNo ? `${task.partNo}/${task.batchNo}` : task.partNo;

/** The operation of a task, with its segment where the task was cut. */
export const stepOf = (task: { opNo: number; segment?: number }) =>
  task.segment ? `${task.opNo}#${task.segment}` : String(task.opNo);
