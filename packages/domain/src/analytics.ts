/**
 * All that may be counted of a visit: the kinds of pages, without numbers, tokens and queries, and a few steps. What only leads
 * on to another page is no kind.
 */
export const pageKinds = [
  '/login',
  '/registration',
  '/reset-password',
  '/verify-email',
  '/feedback',
  '/faq',
  '/support',
  '/terms',
  '/privacy',
  '/history-detail',
  '/tabs/dashboard',
  '/tabs/summarize',
  '/tabs/history',
  '/tabs/popular',
  '/schedule-wizard/channels',
  '/schedule-wizard/date',
  '/schedule-wizard/frequency',
  '/account',
  '/settings',
  '/subscriptions',
] as const
export type PageKind = (typeof pageKinds)[number]

export const countedSteps = ['registered', 'summary asked', 'summary listened', 'schedule made', 'plan chosen'] as const
export type CountedStep = (typeof countedSteps)[number]

/** The kind of the page at a path of the app; null where there is none to count. */
export function pageKindOf(path: string): PageKind | null {
  // The steps of the wizard have two names each.
  const plain = path.replace(/\/$/, '').replace(/^\/schedule-wizard-/, '/schedule-wizard/')
  const kind = plain.startsWith('/history-detail/') ? '/history-detail' : plain
  return pageKinds.find(known => known === kind) ?? null
}
