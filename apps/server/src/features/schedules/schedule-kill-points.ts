/** Kill points between an occurrence and its digest, each right after an effect. A test kills the process at every one. */
export const scheduleKillPoints = [
  'runs-claimed',
  'run-begun',
  'run-polled',
  'run-gathered',
  'item-requested',
  'item-listed',
  'run-waits',
  'run-delivered',
] as const

export type ScheduleKillPoint = (typeof scheduleKillPoints)[number]
