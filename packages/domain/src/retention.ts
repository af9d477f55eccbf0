/** Days until the data of a deleted account is erased. Until then it is kept but not visible to anyone. */
export const deletedAccountRetentionDays = 30

const dayMs = 24 * 3600 * 1000

/** Retention in days. Data not listed here is kept as long as its account. */
export const retentionPeriods = {
  /** A session ends after this long without use, and in any case after `session` days. */
  idleSession: 30,
  session: 180,
  /** Records of mails and push notifications, kept for retries and support questions. */
  messages: 30,
  /** Mails in the mail folder, if no mail server is set up. */
  folderMails: 14,
  notices: 90,
  /** Deleted items can be restored this long. */
  deletedSchedule: 1,
  deletedNotice: 1,
  feedback: 2 * 365,
  securityEvents: 365,
  paymentEvents: 90,
  /** Audio of a recording that could not be transcribed, kept for a retry. */
  audioToRetry: 1,
  /** Kept by the operator, who collects the logs and makes the backups. */
  logs: 30,
  backups: 35,
} as const

export const daysToMs = (days: number): number => days * dayMs

/** Sessions last used before this time have expired. */
export const idleSessionCutoff = (now: Date): Date => new Date(now.getTime() - daysToMs(retentionPeriods.idleSession))

/** When the data of an account deleted at `deletedAt` must be erased. Days have 24 hours (UTC). */
export const erasureDueAt = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + deletedAccountRetentionDays * dayMs)

/** Data deleted at or before this time must be erased now. */
export const erasureCutoff = (now: Date): Date => new Date(now.getTime() - deletedAccountRetentionDays * dayMs)

/** Days for which the link to a data export works. */
export const exportRetentionDays = 7

export const exportExpiresAt = (readyAt: Date): Date => new Date(readyAt.getTime() + exportRetentionDays * dayMs)
