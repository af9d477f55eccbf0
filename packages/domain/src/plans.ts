export const contentTypes = [
  'youtube',
  'all',
  'podcast',
  'news',
  'sports',
  'music',
  'movies',
  'tv',
  'games',
  'anime',
  'blog',
  'autoblog',
] as const
export type ContentType = (typeof contentTypes)[number]

/** The type of this project: the only one that summaries and schedules are made for. */
export const projectType = 'youtube' satisfies ContentType

export const frequencies = ['daily', 'alternate_days', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

export const planIds = ['free', 'basic', 'premium', 'pro', 'ultimate'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  /** US cents a month. */
  priceCents: number
  title: string
  type: ContentType
  summariesPerMonth: number
  communityReadsPerMonth: number
  aiInteraction: boolean
  /** Channels that may be followed at once. */
  channelLimit: number
  allowedFrequencies: readonly Frequency[]
  offersFreeTrial: boolean
}

const upToWeekly: readonly Frequency[] = ['weekly', 'biweekly', 'monthly']
const upToAlternateDays: readonly Frequency[] = ['alternate_days', ...upToWeekly]
const upToDaily: readonly Frequency[] = ['daily', ...upToAlternateDays]

const plan = (
  id: PlanId,
  title: string,
  priceCents: number,
  [summariesPerMonth, channelLimit, communityReadsPerMonth]: [number, number, number],
  allowedFrequencies: readonly Frequency[],
  extras: Partial<Plan> = {},
): Plan => ({
  id,
  title,
  priceCents,
  type: projectType,
  summariesPerMonth,
  channelLimit,
  communityReadsPerMonth,
  allowedFrequencies,
  aiInteraction: false,
  offersFreeTrial: false,
  ...extras,
})

/** The authoritative plan table, cheapest first. */
export const plans: readonly Plan[] = [
  plan('free', 'Free', 0, [3, 1, 3], ['monthly']),
  plan('basic', 'Basic', 499, [10, 2, 10], upToWeekly),
  plan('premium', 'Premium', 999, [30, 10, 30], upToAlternateDays),
  plan('pro', 'Pro', 2499, [500, 50, 500], upToDaily, { aiInteraction: true }),
  plan('ultimate', 'Ultimate', 9999, [1000, 100, 9999], upToDaily, { aiInteraction: true, type: 'all' }),
]

/** Reads `basic` and its alias `youtube-basic`; null for anything else. */
export function planIdFrom(text: string): PlanId | null {
  const id = text.startsWith(`${projectType}-`) ? text.slice(projectType.length + 1) : text
  return planIds.find(known => known === id) ?? null
}

export const planById = (id: PlanId): Plan => plans.find(p => p.id === id)!

export interface Purchase {
  planId: PlanId
  status: string
  type: ContentType
}

/**
 * The plan that counts: the active purchase of the project's type (a plan of type `all` counts as every type), else the
 * default plan, else the first of the list.
 */
export function activePlan(purchases: readonly Purchase[], defaultPlan: PlanId, list: readonly Plan[] = plans): Plan {
  const bought = purchases.find(p => p.status === 'active' && (p.type === projectType || p.type === 'all'))
  const wanted = bought?.planId ?? defaultPlan
  return list.find(p => p.id === wanted) ?? list.find(p => p.id === defaultPlan) ?? list[0]!
}

/** The cheapest plan that satisfies a need, for the sentence that says which plan lifts a limit. */
export const cheapestPlanWith = (fits: (plan: Plan) => boolean): Plan | null => plans.find(fits) ?? null
