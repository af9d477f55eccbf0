/** The times over which views are counted for the popular list. Each rolls on with the days. */
export const timeframes = ['day', 'week', 'month', 'year', 'all'] as const
export type Timeframe = (typeof timeframes)[number]

const alsoCalled = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const satisfies Record<
  string,
  Timeframe
>
export const timeframeNames = ['day', 'week', 'month', 'year', 'all', 'daily', 'weekly', 'monthly', 'yearly'] as const
export type TimeframeName = (typeof timeframeNames)[number]

export const timeframeOf = (name: TimeframeName): Timeframe =>
  name in alsoCalled ? alsoCalled[name as keyof typeof alsoCalled] : (name as Timeframe)

/**
 * How many days back a timeframe reaches; null: for ever. Views are known by the UTC day, so a timeframe of n days holds
 * today's and those of the n days before: never less than n whole days, whatever the hour, and less than one more.
 */
export const daysBack: Record<Timeframe, number | null> = { day: 1, week: 7, month: 30, year: 365, all: null }

/** So many different users must have a summary before others are told that it exists: one of them cannot be guessed. */
export const popularFromUsers = 3

/** So many channels one user hides at most: each page of the list is read past all of them. */
export const hiddenChannelsAtMost = 500
