/**
 * The complete list of what analytics may count: kinds of pages (without ids, tokens and queries) and a few steps. Pages that
 * only redirect are not counted.
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

/** The kind of page at a path of the app; null if the page is not counted. */
export function findPageKind(path: string): PageKind | null {
  // Each wizard step has two paths.
  const plain = path.replace(/\/$/, '').replace(/^\/schedule-wizard-/, '/schedule-wizard/')
  const kind = plain.startsWith('/history-detail/') ? '/history-detail' : plain
  return pageKinds.find(known => known === kind) ?? null
}
