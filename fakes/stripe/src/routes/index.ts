import { catalogueRoutes } from './catalogue.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { intentRoutes } from './intents.ts'
import { invoiceRoutes } from './invoices.ts'
import { moneyRoutes } from './money.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedules.ts'
import { sessionRoutes } from './sessions.ts'
import { subscriptionRoutes } from './subscriptions.ts'

export const routes: readonly Route[] = [
  ...catalogueRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...intentRoutes,
  ...invoiceRoutes,
  ...moneyRoutes,
  ...paymentMethodRoutes,
  ...scheduleRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
]

/** The first route that fits wins: fixed words stand before ids. */
export function routeOf(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    const id = idIn(route.path, path)
    if (id !== undefined) return { route, id }
  }
  return undefined
}

function idIn(pattern: string, path: string): string | undefined {
  const [asked, given] = [pattern.split('/'), path.split('/')]
  if (asked.length !== given.length) return undefined
  const fits = asked.every((part, index) => part === given[index] || (part === ':id' && given[index] !== ''))
  return fits ? (given[asked.indexOf(':id')] ?? '') : undefined
}
