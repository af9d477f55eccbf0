/** For so many days what a deleted account had made stays in the house, unseen by anybody; then it is erased. */
export const retentionDays = 30

const dayMs = 24 * 3600 * 1000

/** For so many days each of these is kept. What is not named here is kept as long as the account it belongs to. */
export const keptDays = {
  /** A session that is not used; and one that is. */
  idleSession: 30,
  session: 180,
  /** What was mailed or pushed, as it is noted for the next attempt and for questions about it. */
  messages: 30,
  /** Mails in their folder, where no mail server is set. */
  restingMails: 14,
  notices: 90,
  /** So long the deletion can be taken back. */
  deletedSchedule: 1,
  deletedNotice: 1,
  feedback: 2 * 365,
  securityEvents: 365,
  paymentEvents: 90,
  /** The sound of a recording that could not be written down, for the next try. */
  soundToRetry: 1,
  /** By whoever runs the service, who collects the lines of the log and makes the backups. */
  logs: 30,
  backups: 35,
} as const

export const daysToMs = (days: number): number => days * dayMs

/** A session that was last seen before this instant has ended of disuse. */
export const idleBefore = (now: Date): Date => new Date(now.getTime() - daysToMs(keptDays.idleSession))

/** The instant from which a thing that was deleted has to be erased: the same time of day in UTC, where days are all alike. */
export const erasedFrom = (deletedAt: Date): Date => new Date(deletedAt.getTime() + retentionDays * dayMs)

/** What was deleted at this instant or before it has to be erased now. */
export const erasableAt = (now: Date): Date => new Date(now.getTime() - retentionDays * dayMs)

/** For so many days the link to an export works. */
export const exportKeptDays = 7

export const exportExpiresAt = (readyAt: Date): Date => new Date(readyAt.getTime() + exportKeptDays * dayMs)
