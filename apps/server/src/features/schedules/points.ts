/** The boundaries on the way from an occurrence to its digest, each right after an effect. A test ends the process at every one of them. */
export const schedulePoints = [
  'runs-claimed',
  'run-begun',
  'run-polled',
  'run-gathered',
  'item-requested',
  'item-listed',
  'run-waits',
  'run-delivered',
] as const

export type SchedulePoint = (typeof schedulePoints)[number]
