/** Rolling periods over which views are counted for the popular list. */
export const timeframes = ['day', 'week', 'month', 'year', 'all'] as const
export type Timeframe = (typeof timeframes)[number]

const aliases = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const satisfies Record<
  string,
  Timeframe
>
export const timeframeNames = ['day', 'week', 'month', 'year', 'all', 'daily', 'weekly', 'monthly', 'yearly'] as const
export type TimeframeName = (typeof timeframeNames)[number]

export const resolveTimeframe = (name: TimeframeName): Timeframe =>
  name in aliases ? aliases[name as keyof typeof aliases] : (name as Timeframe)

/**
 * Length of a timeframe in days; null: unlimited. Views are counted per UTC day, so a timeframe of n days covers today and the
 * n days before: always at least n full days and less than n + 1.
 */
export const timeframeDays: Record<Timeframe, number | null> = { day: 1, week: 7, month: 30, year: 365, all: null }

/** Number of users who must have a summary before it is listed as popular, so that no single user can be identified. */
export const minUsersForPopular = 3

/** Maximum number of channels a user can hide. Limited because each page of the list must skip all of them. */
export const maxHiddenChannels = 500
