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

/** The content type of this project, and the only one for which summaries and schedules exist. */
export const projectType = 'youtube' satisfies ContentType

export const frequencies = ['daily', 'alternate_days', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

export const planIds = ['free', 'basic', 'premium', 'pro', 'ultimate'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  /** US cents per month. */
  priceCents: number
  title: string
  type: ContentType
  summariesPerMonth: number
  communityReadsPerMonth: number
  aiInteraction: boolean
  /** Number of channels that can be followed at the same time. */
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

/** Parses a plan id such as `basic` or its alias `youtube-basic`; null if unknown. */
export function parsePlanId(text: string): PlanId | null {
  const id = text.startsWith(`${projectType}-`) ? text.slice(projectType.length + 1) : text
  return planIds.find(planId => planId === id) ?? null
}

export const planById = (id: PlanId): Plan => plans.find(plan => plan.id === id)!

export interface Purchase {
  planId: PlanId
  status: string
  type: ContentType
}

/**
 * The user's current plan: that of the active purchase of the project's type (type `all` matches every type), or else the
 * default plan, or else the first plan of the list.
 */
export function activePlan(purchases: readonly Purchase[], defaultPlan: PlanId, list: readonly Plan[] = plans): Plan {
  const active = purchases.find(({ status, type }) => status === 'active' && (type === projectType || type === 'all'))
  const planId = active?.planId ?? defaultPlan
  return list.find(({ id }) => id === planId) ?? list.find(({ id }) => id === defaultPlan) ?? list[0]!
}

/** The cheapest plan that meets a condition, to suggest an upgrade. */
export const cheapestPlanWith = (fits: (plan: Plan) => boolean): Plan | null => plans.find(fits) ?? null
