/** For so many days what a deleted account had made stays in the house, unseen by anybody; then it is erased. */
export const retentionDays = 30

const dayMs = 24 * 3600 * 1000

/** The instant from which a thing that was deleted has to be erased: the same time of day in UTC, where days are all alike. */
export const erasedFrom = (deletedAt: Date): Date => new Date(deletedAt.getTime() + retentionDays * dayMs)

/** What was deleted at this instant or before it has to be erased now. */
export const erasableAt = (now: Date): Date => new Date(now.getTime() - retentionDays * dayMs)

/** For so many days the link to an export works. */
export const exportKeptDays = 7

export const exportExpiresAt = (readyAt: Date): Date => new Date(readyAt.getTime() + exportKeptDays * dayMs)
